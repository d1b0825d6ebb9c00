"""BLAKE3 (O'Connor, Aumasson, Neves & Wilcox-O'Hearn 2020): the 32-byte hash, in plain Python.

The input is cut into chunks of 1024 bytes, which are hashed independently and joined by a binary tree. So
that this is not slow, many chunks are hashed at once: a "word" here is an integer of any length with a
32-bit word of another chunk in every 64 bits of it. The free upper halves take what sums and shifts spill
over, until a mask removes it.

    digest(b"...")    the hash of some bytes
"""

from struct import pack, unpack

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
COLUMNS_AND_DIAGONALS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                         (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
LANES = 1024


def join(words):
    """One long word of many."""
    return int.from_bytes(pack(f"<{len(words)}Q", *words), "little")


def split(word, lanes):
    return unpack(f"<{lanes}Q", word.to_bytes(8 * lanes, "little"))


def compress(chaining, block, counters, length, flags):
    """The compression function, in as many lanes as there are counters."""
    ones = join([1] * len(counters))
    mask = 0xFFFFFFFF * ones
    low, high = join([c & 0xFFFFFFFF for c in counters]), join([c >> 32 for c in counters])
    v = [*chaining, *(word * ones for word in IV[:4]), low, high, length * ones, flags * ones]
    for _ in range(7):
        for i, (a, b, c, d) in enumerate(COLUMNS_AND_DIAGONALS):
            for m, left, right in (block[2 * i], 16, 12), (block[2 * i + 1], 8, 7):
                v[a] = v[a] + v[b] + m & mask
                x = v[d] ^ v[a]
                v[d] = (x >> left | x << 32 - left) & mask
                v[c] = v[c] + v[d] & mask
                x = v[b] ^ v[c]
                v[b] = (x >> right | x << 32 - right) & mask
        block = [block[i] for i in ORDER]
    return [v[i] ^ v[i + 8] for i in range(8)]


def chunks(data, size, counters, root=0):
    """The chaining values of equally long chunks, side by side in `data`."""
    ones = join([1] * len(counters))
    state = [word * ones for word in IV]
    blocks = max(1, -(-size // 64))
    words = unpack(f"<{len(counters) * blocks * 16}I", data.ljust(len(counters) * blocks * 64, b"\0"))
    for i in range(blocks):
        block = [join(words[16 * i + k::16 * blocks]) for k in range(16)]
        flags = (CHUNK_START if i == 0 else 0) | (CHUNK_END | root if i == blocks - 1 else 0)
        state = compress(state, block, counters, min(64, size - 64 * i), flags)
    return list(zip(*(split(word, len(counters)) for word in state)))


def digest(data):
    whole = max(0, len(data) - 1) // 1024  # the chunks before the last one, which may be shorter
    nodes = []
    for i in range(0, whole, LANES):
        counters = range(i, min(i + LANES, whole))
        nodes += chunks(data[1024 * i:1024 * counters.stop], 1024, counters)
    last = data[1024 * whole:]
    nodes += chunks(last, len(last), [whole], root=0 if whole else ROOT)
    while len(nodes) > 1:
        pairs = [left + right for left, right in zip(nodes[::2], nodes[1::2])]
        state = [join([word] * len(pairs)) for word in IV]
        flags = PARENT | (ROOT if len(nodes) == 2 else 0)
        parents = compress(state, [join(words) for words in zip(*pairs)], [0] * len(pairs), 64, flags)
        nodes = list(zip(*(split(word, len(pairs)) for word in parents))) + nodes[len(pairs) * 2:]
    return pack("<8I", *nodes[0])
