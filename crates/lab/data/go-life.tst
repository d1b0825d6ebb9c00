# Eye spaces of books, each of a chain without other liberties, in the form of GNU Go's regression suites:
# whether the attacker kills, and the defender lives, with the first move (1) or not (0).

# straight three
sgf (;GM[1]SZ[9]AB[bh][ch][dh][eh][fh][bi][fi]AW[ag][bg][cg][dg][eg][fg][gg][ah][gh][ai][gi])
1 owl_attack B2
#? [1]
2 owl_defend B2
#? [1]

# bent three
sgf (;GM[1]SZ[9]AB[bg][cg][dg][eg][bh][eh][bi][di][ei]AW[af][bf][cf][df][ef][ff][ag][fg][ah][fh][ai][fi])
3 owl_attack B3
#? [1]
4 owl_defend B3
#? [1]

# straight four
sgf (;GM[1]SZ[9]AB[bh][ch][dh][eh][fh][gh][bi][gi]AW[ag][bg][cg][dg][eg][fg][gg][hg][ah][hh][ai][hi])
5 owl_attack B2
#? [0]
6 owl_defend B2
#? [1]

# square four
sgf (;GM[1]SZ[9]AB[be][ce][de][ee][bf][ef][bg][eg][bh][ch][dh][eh]AW[ad][bd][cd][dd][ed][fd][ae][fe][af][ff][ag][fg][ah][fh][ai][bi][ci][di][ei][fi])
7 owl_attack B5
#? [1]
8 owl_defend B5
#? [0]

# pyramid four
sgf (;GM[1]SZ[9]AB[cg][dg][eg][bh][ch][eh][fh][bi][fi]AW[bf][cf][df][ef][ff][ag][bg][fg][gg][ah][gh][ai][gi])
9 owl_attack C3
#? [1]
10 owl_defend C3
#? [1]

# twisted four
sgf (;GM[1]SZ[9]AB[bg][cg][dg][eg][bh][eh][fh][bi][ci][fi]AW[af][bf][cf][df][ef][ff][ag][fg][gg][ah][gh][ai][gi])
11 owl_attack B3
#? [0]
12 owl_defend B3
#? [1]

# bulky five
sgf (;GM[1]SZ[9]AB[bg][cg][dg][eg][bh][eh][fh][bi][fi]AW[af][bf][cf][df][ef][ff][ag][fg][gg][ah][gh][ai][gi])
13 owl_attack B3
#? [1]
14 owl_defend B3
#? [1]

# crossed five
sgf (;GM[1]SZ[9]AB[cd][dd][ed][be][ce][ee][fe][bf][ff][bg][cg][eg][fg][ch][dh][eh]AW[bc][cc][dc][ec][fc][ad][bd][fd][gd][ae][ge][af][gf][ag][gg][ah][bh][fh][gh][bi][ci][di][ei][fi])
15 owl_attack C6
#? [1]
16 owl_defend C6
#? [1]

# flower six
sgf (;GM[1]SZ[9]AB[bd][cd][dd][ed][be][ee][fe][bf][ff][bg][cg][eg][fg][ch][dh][eh]AW[ac][bc][cc][dc][ec][fc][ad][fd][gd][ae][ge][af][gf][ag][gg][ah][bh][fh][gh][bi][ci][di][ei][fi])
17 owl_attack B6
#? [1]
18 owl_defend B6
#? [1]

# rectangular six
sgf (;GM[1]SZ[9]AB[bg][cg][dg][eg][fg][bh][fh][bi][fi]AW[af][bf][cf][df][ef][ff][gf][ag][gg][ah][gh][ai][gi])
19 owl_attack B3
#? [0]
20 owl_defend B3
#? [1]

# rectangular six in the corner, no liberties outside
sgf (;GM[1]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei])
21 owl_attack A3
#? [1]
22 owl_defend A3
#? [1]
