"""One zstd frame (RFC 8878), decompressed in plain Python. Numbers in brackets are sections of the RFC.

    decompress(frame, limit)    the content; ValueError if it is not one whole frame in a single segment, without
                                a dictionary and a checksum, with a content of at most `limit` bytes

From Python 3.14 on the standard library does the work.
"""

try:
    from compression import zstd as library
except ImportError:
    library = None

MAGIC = bytes.fromhex("28b52ffd")
LARGEST_BLOCK = 1 << 17
RAW, RLE, COMPRESSED, REPEATED = range(4)  # kinds of blocks, literals and tables alike, but for the last


def need(condition, reason):
    if not condition:
        raise ValueError("zstd: " + reason)


class Bytes:
    """Bytes that are read from the front."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        need(0 <= count <= len(self.data) - self.at, "the data end too early")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def rest(self):
        return self.take(len(self.data) - self.at)


class Bits:
    """Bits that are read from the back, where the highest bit set marks the end [4.1]. Before the first bit
    there are 64 zeros, which may be peeked at, but not used up."""

    def __init__(self, data):
        need(data and data[-1], "a stream of bits has no end mark")
        self.data = bytes(8) + data + bytes(8)
        self.at = 8 * len(data) + 64 - 9 + data[-1].bit_length()

    def peek(self, count):
        at = self.at - count
        return int.from_bytes(self.data[at >> 3:(at >> 3) + 8], "little") >> (at & 7) & (1 << count) - 1

    def take(self, count):
        value = self.peek(count)
        self.at -= count
        need(self.at >= 0, "a stream of bits ends too early")
        return value

    def left(self):
        return self.at - 64


# Finite state entropy [4.1]. A table has for each state the symbol, and from where and by how many bits the
# next state follows: (symbol, base, bits).

def fse_table(chances, accuracy):
    size = 1 << accuracy
    symbols, top = [0] * size, size
    for symbol, chance in enumerate(chances):
        if chance < 0:  # "less than one": one state, at the end
            top -= 1
            symbols[top] = symbol
    at, step = 0, (size >> 1) + (size >> 3) + 3
    for symbol, chance in enumerate(chances):
        for _ in range(chance):
            symbols[at] = symbol
            at = (at + step) % size
            while at >= top:
                at = (at + step) % size
    table, following = [], [abs(chance) for chance in chances]
    for symbol in symbols:
        state = following[symbol]
        following[symbol] += 1
        bits = accuracy + 1 - state.bit_length()
        table.append((symbol, (state << bits) - size, bits))
    return table, accuracy


def read_fse_table(data, most_accuracy, most_symbols):
    number, at = int.from_bytes(data.data[data.at:data.at + 128], "little"), 4
    accuracy = (number & 15) + 5
    need(accuracy <= most_accuracy, "a table is too large")
    left, chances = 1 << accuracy, []
    while left > 0:
        bits = (left + 1).bit_length()
        value, half = number >> at & (1 << bits) - 1, (1 << bits - 1) - 1
        spare = (1 << bits) - 2 - left  # so many values are one bit shorter
        if value & half < spare:
            bits, value = bits - 1, value & half
        elif value > half:
            value -= spare
        at += bits
        left -= abs(value - 1)
        chances.append(value - 1)
        while value == 1:  # none of this symbol: how many more there are none of, three at a time
            more = number >> at & 3
            at += 2
            chances += [0] * more
            value = 1 if more == 3 else 0
        need(len(chances) <= most_symbols, "a table has too many symbols")
    data.take(-(-at // 8))
    return fse_table(chances, accuracy)


# Huffman codes [4.2]. A table has the symbol and the length of its code for all that the longest code's
# number of bits may be: (symbol, bits).

def read_huffman_table(data):
    head = data.number(1)
    if head >= 128:
        packed = data.take((head - 126) // 2)
        weights = [nibble for byte in packed for nibble in (byte >> 4, byte & 15)][:head - 127]
    else:
        weights = read_weights(Bytes(data.take(head)))
    total = sum(1 << weight - 1 for weight in weights if weight)
    longest = total.bit_length()
    need(weights and total and longest <= 11 and len(weights) <= 255, "the Huffman code is not right")
    rest = (1 << longest) - total
    need(rest & rest - 1 == 0, "the Huffman code is not full")
    weights.append(rest.bit_length())
    need(weights.count(1) > 1, "the Huffman code is longer than need be")
    table = []
    for weight in range(1, longest + 1):
        for symbol, its in enumerate(weights):
            if its == weight:
                table += [(symbol, longest + 1 - weight)] * (1 << weight - 1)
    return table, longest


def read_weights(data):
    """The weights of a Huffman code, by two FSE states in turn."""
    table, accuracy = read_fse_table(data, 6, 256)
    bits = Bits(data.rest())
    states, weights = [bits.take(accuracy), bits.take(accuracy)], []
    need(bits.left() >= 0, "the Huffman weights end too early")
    while len(weights) < 256:
        weight, base, count = table[states[0]]
        weights.append(weight)
        if bits.left() < count:
            weights.append(table[states[1]][0])
            return weights
        states = [states[1], base + bits.take(count)]
    raise ValueError("zstd: too many Huffman weights")


def huffman_decode(table, data, size):
    codes, longest = table
    bits, out = Bits(data), bytearray()
    at, data = bits.at, bits.data
    mask = (1 << longest) - 1
    for _ in range(size):
        place = at - longest
        need(place >= 0, "a stream of literals ends too early")
        window = int.from_bytes(data[place >> 3:(place >> 3) + 3], "little")
        symbol, length = codes[window >> (place & 7) & mask]
        out.append(symbol)
        at -= length
    need(at == 64, "a stream of literals has a wrong length")
    return out


# Sequences [3.1.1.3.2]: how many literals to copy, how many bytes to repeat, and from how far back. Each of
# the three has a code, by its own table, and further bits.

def steps(first, *widths):
    """The (least value, further bits) of codes whose further bits are given."""
    codes = []
    for width in widths:
        codes.append((first, width))
        first += 1 << width
    return codes


LITERALS = steps(0, *[0] * 16, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
MATCHES = steps(3, *[0] * 32, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
OFFSETS = [(1 << code, code) for code in range(32)]
KINDS = (  # codes, the largest accuracy, and the predefined table
    (LITERALS, 9, fse_table([4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2,
                             1, 1, 1, 1, 1, -1, -1, -1, -1], 6)),
    (OFFSETS, 8, fse_table([1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                            -1, -1, -1, -1, -1], 5)),
    (MATCHES, 9, fse_table([1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                            -1, -1, -1, -1, -1, -1, -1], 6)))


class Frame:
    """What lasts from block to block: the content so far, the tables and the last three offsets."""

    def __init__(self, size):
        self.out, self.size = bytearray(), size
        self.huffman, self.tables, self.offsets = None, [None] * 3, [1, 4, 8]

    def add(self, data):
        need(len(self.out) + len(data) <= self.size, "there is more content than stated")
        self.out += data

    def literals(self, data):
        head = data.number(1)
        kind, form = head & 3, head >> 2 & 3
        if kind in (RAW, RLE):
            more = (0, 1, 0, 2)[form]
            size = (head | data.number(more) << 8) >> (4 if more else 3)
            need(size <= LARGEST_BLOCK, "there are too many literals")
            return data.take(size) if kind == RAW else data.take(1) * size
        width, more = ((10, 2), (10, 2), (14, 3), (18, 4))[form]
        sizes = (head | data.number(more) << 8) >> 4
        size, packed = sizes & (1 << width) - 1, Bytes(data.take(sizes >> width))
        need(size <= LARGEST_BLOCK, "there are too many literals")
        if kind == COMPRESSED:
            self.huffman = read_huffman_table(packed)
        need(self.huffman, "the Huffman code of an earlier block is missing")
        if form == 0:
            return huffman_decode(self.huffman, packed.rest(), size)
        ends = [packed.number(2) for _ in range(3)]
        quarter = (size + 3) // 4
        need(size >= 3 * quarter, "four streams for too few literals")
        parts = [huffman_decode(self.huffman, packed.take(end), quarter) for end in ends]
        return b"".join(parts) + huffman_decode(self.huffman, packed.rest(), size - 3 * quarter)

    def table(self, which, mode, data):
        codes, accuracy, predefined = KINDS[which]
        if mode == RAW:
            self.tables[which] = predefined
        elif mode == RLE:
            symbol = data.number(1)
            need(symbol < len(codes), "no such code")
            self.tables[which] = [(symbol, 0, 0)], 0
        elif mode == COMPRESSED:
            self.tables[which] = read_fse_table(data, accuracy, len(codes))
        need(self.tables[which], "the table of an earlier block is missing")
        return self.tables[which]

    def offset(self, value, literals):
        """The offset that `value` stands for: one of the last three, or a new one [3.1.1.5]."""
        last = self.offsets
        place = value - 1 + (literals == 0)
        if value > 3:
            offset, place = value - 3, 2
        else:
            offset = last[place] if place < 3 else last[0] - 1
        need(0 < offset <= len(self.out), "something is repeated from before the beginning")
        self.offsets = [offset, *(old for i, old in enumerate(last) if i != min(place, 2))]
        return offset

    def sequences(self, data, literals):
        count = data.number(1)
        if count >= 128:
            count = data.number(2) + 0x7F00 if count == 255 else (count - 128 << 8) + data.number(1)
        if count == 0:
            need(not data.rest(), "bytes follow the end of a block")
            return self.add(literals)
        modes = data.number(1)
        need(modes & 3 == 0, "a reserved bit is set")
        tables = [self.table(which, modes >> 6 - 2 * which & 3, data) for which in range(3)]
        bits = Bits(data.rest())
        states, (lengths, offsets, matches) = [bits.take(table[1]) for table in tables], (t[0] for t in tables)
        used, most = 0, len(self.out) + LARGEST_BLOCK
        for left in range(count - 1, -1, -1):
            length, length_base, length_bits = lengths[states[0]]
            offset, offset_base, offset_bits = offsets[states[1]]
            match, match_base, match_bits = matches[states[2]]
            offset = (1 << offset) + bits.take(offset)
            match = MATCHES[match][0] + bits.take(MATCHES[match][1])
            length = LITERALS[length][0] + bits.take(LITERALS[length][1])
            if left:  # in this order: literals, matches, offsets
                states[0] = length_base + bits.take(length_bits)
                states[2] = match_base + bits.take(match_bits)
                states[1] = offset_base + bits.take(offset_bits)
            need(used + length <= len(literals), "there are too few literals")
            self.add(literals[used:used + length])
            used += length
            offset = self.offset(offset, length)
            need(len(self.out) + match <= most, "a block is too large")
            source = self.out[len(self.out) - offset:len(self.out) - offset + match]
            self.add((source * (match // offset + 1))[:match])
        need(bits.left() == 0, "the stream of sequences has a wrong length")
        need(len(self.out) + len(literals) - used <= most, "a block is too large")
        self.add(literals[used:])

    def block(self, data):
        """Adds a block to the content; true if it is the last one [3.1.1.2]."""
        head = data.number(3)
        kind, size = head >> 1 & 3, head >> 3
        need(size <= LARGEST_BLOCK and kind != REPEATED, "a block is too large, or of no known kind")
        if kind == RAW:
            self.add(data.take(size))
        elif kind == RLE:
            self.add(data.take(1) * size)
        else:
            packed = Bytes(data.take(size))
            self.sequences(packed, self.literals(packed))
        return head & 1


def decompress(frame, limit):
    data = Bytes(frame)
    need(data.take(4) == MAGIC, "not a frame")
    flags = data.number(1)
    need(flags & 63 == 32, "not a single segment, or with a dictionary or a checksum")
    width = (1, 2, 4, 8)[flags >> 6]
    size = data.number(width) + (256 if width == 2 else 0)
    need(size <= limit, f"the content has {size} bytes, more than {limit}")
    if library:
        return by_library(frame, size)
    content = Frame(size)
    while not content.block(data):
        pass
    need(len(content.out) == size, "there is less content than stated")
    need(not data.rest(), "bytes follow the frame")
    return bytes(content.out)


def by_library(frame, size):
    decoder = library.ZstdDecompressor()
    try:
        content = decoder.decompress(frame, size + 1)
    except library.ZstdError as error:
        raise ValueError(f"zstd: {error}") from None
    need(decoder.eof and not decoder.unused_data and len(content) == size, "not one whole frame")
    return content
