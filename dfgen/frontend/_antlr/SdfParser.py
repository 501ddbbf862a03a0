# SPDX-License-Identifier: Apache-2.0
# mypy: ignore-errors
# ruff: noqa
# Generated from Sdf.g4 by ANTLR 4.13.2
# encoding: utf-8
from antlr4 import *
from io import StringIO
import sys
if sys.version_info[1] > 5:
	from typing import TextIO
else:
	from typing.io import TextIO

def serializedATN():
    return [
        4,1,71,599,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,2,36,7,36,2,37,7,37,2,38,7,38,2,39,7,39,
        2,40,7,40,2,41,7,41,2,42,7,42,1,0,5,0,88,8,0,10,0,12,0,91,9,0,1,
        0,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,104,8,1,1,2,1,2,1,
        2,3,2,109,8,2,1,2,5,2,112,8,2,10,2,12,2,115,9,2,1,2,1,2,5,2,119,
        8,2,10,2,12,2,122,9,2,1,2,1,2,1,3,1,3,1,3,1,3,5,3,130,8,3,10,3,12,
        3,133,9,3,3,3,135,8,3,1,3,1,3,1,4,1,4,1,4,3,4,142,8,4,1,5,1,5,1,
        5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,3,5,155,8,5,1,6,1,6,1,6,1,6,5,
        6,161,8,6,10,6,12,6,164,9,6,1,6,1,6,1,7,1,7,1,7,1,7,5,7,172,8,7,
        10,7,12,7,175,9,7,1,7,1,7,1,8,1,8,1,8,1,8,5,8,183,8,8,10,8,12,8,
        186,9,8,1,8,1,8,1,9,1,9,1,9,1,9,5,9,194,8,9,10,9,12,9,197,9,9,1,
        9,1,9,1,10,1,10,1,10,1,10,3,10,205,8,10,1,10,1,10,1,10,3,10,210,
        8,10,1,10,1,10,1,11,1,11,1,11,1,11,1,11,3,11,219,8,11,1,11,1,11,
        1,12,1,12,1,12,1,12,5,12,227,8,12,10,12,12,12,230,9,12,1,12,1,12,
        1,13,1,13,1,13,1,13,1,13,1,13,3,13,240,8,13,1,13,1,13,1,14,4,14,
        245,8,14,11,14,12,14,246,1,15,1,15,1,15,1,15,1,16,1,16,1,16,1,16,
        1,16,4,16,258,8,16,11,16,12,16,259,1,16,3,16,263,8,16,1,16,1,16,
        5,16,267,8,16,10,16,12,16,270,9,16,1,16,1,16,1,17,1,17,1,17,1,17,
        5,17,278,8,17,10,17,12,17,281,9,17,3,17,283,8,17,1,17,1,17,1,18,
        1,18,1,18,3,18,290,8,18,1,19,1,19,1,19,1,19,1,19,1,20,1,20,1,20,
        1,20,1,20,1,20,1,20,1,20,3,20,305,8,20,1,20,1,20,1,20,1,20,1,20,
        3,20,312,8,20,1,21,1,21,3,21,316,8,21,1,22,1,22,1,22,1,23,5,23,322,
        8,23,10,23,12,23,325,9,23,1,23,1,23,1,23,5,23,330,8,23,10,23,12,
        23,333,9,23,1,23,1,23,1,24,3,24,338,8,24,1,24,1,24,5,24,342,8,24,
        10,24,12,24,345,9,24,1,24,1,24,1,24,1,24,3,24,351,8,24,1,24,5,24,
        354,8,24,10,24,12,24,357,9,24,1,24,1,24,3,24,361,8,24,1,25,1,25,
        1,25,1,25,5,25,367,8,25,10,25,12,25,370,9,25,3,25,372,8,25,1,25,
        1,25,1,26,1,26,1,26,1,26,1,27,1,27,1,27,1,27,1,27,1,27,1,27,1,27,
        1,27,1,27,3,27,390,8,27,3,27,392,8,27,1,27,1,27,1,27,1,27,1,27,1,
        27,1,27,5,27,401,8,27,10,27,12,27,404,9,27,1,27,1,27,3,27,408,8,
        27,1,28,1,28,1,28,3,28,413,8,28,3,28,415,8,28,1,28,1,28,3,28,419,
        8,28,1,29,1,29,1,29,1,29,1,29,5,29,426,8,29,10,29,12,29,429,9,29,
        3,29,431,8,29,1,29,1,29,1,30,1,30,1,30,1,30,5,30,439,8,30,10,30,
        12,30,442,9,30,1,30,1,30,1,31,1,31,1,31,1,31,1,31,1,31,1,31,5,31,
        453,8,31,10,31,12,31,456,9,31,1,31,1,31,3,31,460,8,31,1,31,3,31,
        463,8,31,1,31,5,31,466,8,31,10,31,12,31,469,9,31,1,31,1,31,1,32,
        1,32,1,32,1,32,1,32,1,32,1,32,1,32,1,32,5,32,482,8,32,10,32,12,32,
        485,9,32,1,32,1,32,1,33,1,33,1,33,3,33,492,8,33,1,34,1,34,3,34,496,
        8,34,1,35,1,35,1,35,1,35,3,35,502,8,35,1,35,3,35,505,8,35,1,35,1,
        35,3,35,509,8,35,1,35,1,35,3,35,513,8,35,1,36,1,36,1,36,1,36,1,36,
        1,36,5,36,521,8,36,10,36,12,36,524,9,36,1,36,1,36,1,36,3,36,529,
        8,36,1,37,1,37,1,37,1,37,1,37,1,37,5,37,537,8,37,10,37,12,37,540,
        9,37,3,37,542,8,37,1,37,3,37,545,8,37,1,38,1,38,1,38,3,38,550,8,
        38,1,38,1,38,1,39,1,39,1,39,1,39,3,39,558,8,39,1,40,1,40,1,40,5,
        40,563,8,40,10,40,12,40,566,9,40,1,41,5,41,569,8,41,10,41,12,41,
        572,9,41,1,41,1,41,1,41,1,41,1,41,1,41,1,41,5,41,581,8,41,10,41,
        12,41,584,9,41,3,41,586,8,41,1,41,3,41,589,8,41,1,41,1,41,1,41,1,
        41,3,41,595,8,41,1,42,1,42,1,42,0,0,43,0,2,4,6,8,10,12,14,16,18,
        20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62,
        64,66,68,70,72,74,76,78,80,82,84,0,11,1,0,20,21,1,0,22,23,1,0,27,
        31,1,0,66,67,1,0,39,41,1,0,43,46,1,0,48,52,1,0,57,58,2,0,37,37,60,
        64,1,0,60,61,8,0,1,1,8,8,10,13,15,17,20,36,38,52,56,58,65,65,654,
        0,89,1,0,0,0,2,103,1,0,0,0,4,105,1,0,0,0,6,125,1,0,0,0,8,138,1,0,
        0,0,10,154,1,0,0,0,12,156,1,0,0,0,14,167,1,0,0,0,16,178,1,0,0,0,
        18,189,1,0,0,0,20,200,1,0,0,0,22,213,1,0,0,0,24,222,1,0,0,0,26,233,
        1,0,0,0,28,244,1,0,0,0,30,248,1,0,0,0,32,252,1,0,0,0,34,273,1,0,
        0,0,36,286,1,0,0,0,38,291,1,0,0,0,40,311,1,0,0,0,42,315,1,0,0,0,
        44,317,1,0,0,0,46,323,1,0,0,0,48,360,1,0,0,0,50,362,1,0,0,0,52,375,
        1,0,0,0,54,407,1,0,0,0,56,414,1,0,0,0,58,420,1,0,0,0,60,434,1,0,
        0,0,62,445,1,0,0,0,64,472,1,0,0,0,66,488,1,0,0,0,68,493,1,0,0,0,
        70,497,1,0,0,0,72,528,1,0,0,0,74,530,1,0,0,0,76,549,1,0,0,0,78,557,
        1,0,0,0,80,559,1,0,0,0,82,570,1,0,0,0,84,596,1,0,0,0,86,88,3,2,1,
        0,87,86,1,0,0,0,88,91,1,0,0,0,89,87,1,0,0,0,89,90,1,0,0,0,90,92,
        1,0,0,0,91,89,1,0,0,0,92,93,5,0,0,1,93,1,1,0,0,0,94,104,3,12,6,0,
        95,104,3,14,7,0,96,104,3,16,8,0,97,104,3,18,9,0,98,104,3,20,10,0,
        99,104,3,22,11,0,100,104,3,24,12,0,101,104,3,4,2,0,102,104,3,46,
        23,0,103,94,1,0,0,0,103,95,1,0,0,0,103,96,1,0,0,0,103,97,1,0,0,0,
        103,98,1,0,0,0,103,99,1,0,0,0,103,100,1,0,0,0,103,101,1,0,0,0,103,
        102,1,0,0,0,104,3,1,0,0,0,105,106,5,1,0,0,106,108,3,84,42,0,107,
        109,3,6,3,0,108,107,1,0,0,0,108,109,1,0,0,0,109,113,1,0,0,0,110,
        112,3,74,37,0,111,110,1,0,0,0,112,115,1,0,0,0,113,111,1,0,0,0,113,
        114,1,0,0,0,114,116,1,0,0,0,115,113,1,0,0,0,116,120,5,2,0,0,117,
        119,3,10,5,0,118,117,1,0,0,0,119,122,1,0,0,0,120,118,1,0,0,0,120,
        121,1,0,0,0,121,123,1,0,0,0,122,120,1,0,0,0,123,124,5,3,0,0,124,
        5,1,0,0,0,125,134,5,4,0,0,126,131,3,8,4,0,127,128,5,5,0,0,128,130,
        3,8,4,0,129,127,1,0,0,0,130,133,1,0,0,0,131,129,1,0,0,0,131,132,
        1,0,0,0,132,135,1,0,0,0,133,131,1,0,0,0,134,126,1,0,0,0,134,135,
        1,0,0,0,135,136,1,0,0,0,136,137,5,6,0,0,137,7,1,0,0,0,138,141,3,
        84,42,0,139,140,5,7,0,0,140,142,3,80,40,0,141,139,1,0,0,0,141,142,
        1,0,0,0,142,9,1,0,0,0,143,155,3,14,7,0,144,155,3,16,8,0,145,155,
        3,18,9,0,146,155,3,20,10,0,147,155,3,22,11,0,148,155,3,24,12,0,149,
        155,3,32,16,0,150,155,3,46,23,0,151,155,3,60,30,0,152,155,3,62,31,
        0,153,155,3,64,32,0,154,143,1,0,0,0,154,144,1,0,0,0,154,145,1,0,
        0,0,154,146,1,0,0,0,154,147,1,0,0,0,154,148,1,0,0,0,154,149,1,0,
        0,0,154,150,1,0,0,0,154,151,1,0,0,0,154,152,1,0,0,0,154,153,1,0,
        0,0,155,11,1,0,0,0,156,157,5,8,0,0,157,162,5,69,0,0,158,159,5,5,
        0,0,159,161,5,69,0,0,160,158,1,0,0,0,161,164,1,0,0,0,162,160,1,0,
        0,0,162,163,1,0,0,0,163,165,1,0,0,0,164,162,1,0,0,0,165,166,5,9,
        0,0,166,13,1,0,0,0,167,168,5,10,0,0,168,173,5,69,0,0,169,170,5,5,
        0,0,170,172,5,69,0,0,171,169,1,0,0,0,172,175,1,0,0,0,173,171,1,0,
        0,0,173,174,1,0,0,0,174,176,1,0,0,0,175,173,1,0,0,0,176,177,5,9,
        0,0,177,15,1,0,0,0,178,179,5,11,0,0,179,184,5,69,0,0,180,181,5,5,
        0,0,181,183,5,69,0,0,182,180,1,0,0,0,183,186,1,0,0,0,184,182,1,0,
        0,0,184,185,1,0,0,0,185,187,1,0,0,0,186,184,1,0,0,0,187,188,5,9,
        0,0,188,17,1,0,0,0,189,190,5,12,0,0,190,195,5,69,0,0,191,192,5,5,
        0,0,192,194,5,69,0,0,193,191,1,0,0,0,194,197,1,0,0,0,195,193,1,0,
        0,0,195,196,1,0,0,0,196,198,1,0,0,0,197,195,1,0,0,0,198,199,5,9,
        0,0,199,19,1,0,0,0,200,201,5,13,0,0,201,204,3,84,42,0,202,203,5,
        14,0,0,203,205,3,28,14,0,204,202,1,0,0,0,204,205,1,0,0,0,205,206,
        1,0,0,0,206,207,5,7,0,0,207,209,3,80,40,0,208,210,5,15,0,0,209,208,
        1,0,0,0,209,210,1,0,0,0,210,211,1,0,0,0,211,212,5,9,0,0,212,21,1,
        0,0,0,213,214,5,16,0,0,214,215,3,84,42,0,215,216,5,7,0,0,216,218,
        3,28,14,0,217,219,3,30,15,0,218,217,1,0,0,0,218,219,1,0,0,0,219,
        220,1,0,0,0,220,221,5,9,0,0,221,23,1,0,0,0,222,223,5,17,0,0,223,
        224,3,28,14,0,224,228,5,2,0,0,225,227,3,26,13,0,226,225,1,0,0,0,
        227,230,1,0,0,0,228,226,1,0,0,0,228,229,1,0,0,0,229,231,1,0,0,0,
        230,228,1,0,0,0,231,232,5,3,0,0,232,25,1,0,0,0,233,239,3,84,42,0,
        234,235,5,18,0,0,235,236,3,84,42,0,236,237,5,19,0,0,237,240,1,0,
        0,0,238,240,7,0,0,0,239,234,1,0,0,0,239,238,1,0,0,0,240,241,1,0,
        0,0,241,242,5,9,0,0,242,27,1,0,0,0,243,245,3,84,42,0,244,243,1,0,
        0,0,245,246,1,0,0,0,246,244,1,0,0,0,246,247,1,0,0,0,247,29,1,0,0,
        0,248,249,5,18,0,0,249,250,3,80,40,0,250,251,5,19,0,0,251,31,1,0,
        0,0,252,253,7,1,0,0,253,254,3,68,34,0,254,255,5,14,0,0,255,257,3,
        28,14,0,256,258,3,34,17,0,257,256,1,0,0,0,258,259,1,0,0,0,259,257,
        1,0,0,0,259,260,1,0,0,0,260,262,1,0,0,0,261,263,3,38,19,0,262,261,
        1,0,0,0,262,263,1,0,0,0,263,268,1,0,0,0,264,267,3,40,20,0,265,267,
        3,74,37,0,266,264,1,0,0,0,266,265,1,0,0,0,267,270,1,0,0,0,268,266,
        1,0,0,0,268,269,1,0,0,0,269,271,1,0,0,0,270,268,1,0,0,0,271,272,
        5,9,0,0,272,33,1,0,0,0,273,282,5,18,0,0,274,279,3,36,18,0,275,276,
        5,5,0,0,276,278,3,36,18,0,277,275,1,0,0,0,278,281,1,0,0,0,279,277,
        1,0,0,0,279,280,1,0,0,0,280,283,1,0,0,0,281,279,1,0,0,0,282,274,
        1,0,0,0,282,283,1,0,0,0,283,284,1,0,0,0,284,285,5,19,0,0,285,35,
        1,0,0,0,286,289,3,80,40,0,287,288,5,24,0,0,288,290,3,80,40,0,289,
        287,1,0,0,0,289,290,1,0,0,0,290,37,1,0,0,0,291,292,5,25,0,0,292,
        293,3,80,40,0,293,294,5,26,0,0,294,295,3,80,40,0,295,39,1,0,0,0,
        296,312,7,2,0,0,297,304,5,32,0,0,298,299,5,4,0,0,299,300,5,33,0,
        0,300,301,5,7,0,0,301,302,3,44,22,0,302,303,5,6,0,0,303,305,1,0,
        0,0,304,298,1,0,0,0,304,305,1,0,0,0,305,312,1,0,0,0,306,307,5,34,
        0,0,307,312,3,84,42,0,308,309,5,35,0,0,309,310,5,36,0,0,310,312,
        3,42,21,0,311,296,1,0,0,0,311,297,1,0,0,0,311,306,1,0,0,0,311,308,
        1,0,0,0,312,41,1,0,0,0,313,316,5,68,0,0,314,316,3,80,40,0,315,313,
        1,0,0,0,315,314,1,0,0,0,316,43,1,0,0,0,317,318,7,3,0,0,318,319,5,
        37,0,0,319,45,1,0,0,0,320,322,3,74,37,0,321,320,1,0,0,0,322,325,
        1,0,0,0,323,321,1,0,0,0,323,324,1,0,0,0,324,326,1,0,0,0,325,323,
        1,0,0,0,326,327,5,38,0,0,327,331,3,68,34,0,328,330,3,74,37,0,329,
        328,1,0,0,0,330,333,1,0,0,0,331,329,1,0,0,0,331,332,1,0,0,0,332,
        334,1,0,0,0,333,331,1,0,0,0,334,335,3,48,24,0,335,47,1,0,0,0,336,
        338,3,6,3,0,337,336,1,0,0,0,337,338,1,0,0,0,338,339,1,0,0,0,339,
        343,5,2,0,0,340,342,3,54,27,0,341,340,1,0,0,0,342,345,1,0,0,0,343,
        341,1,0,0,0,343,344,1,0,0,0,344,346,1,0,0,0,345,343,1,0,0,0,346,
        361,5,3,0,0,347,348,5,7,0,0,348,350,3,84,42,0,349,351,3,50,25,0,
        350,349,1,0,0,0,350,351,1,0,0,0,351,355,1,0,0,0,352,354,3,74,37,
        0,353,352,1,0,0,0,354,357,1,0,0,0,355,353,1,0,0,0,355,356,1,0,0,
        0,356,358,1,0,0,0,357,355,1,0,0,0,358,359,5,9,0,0,359,361,1,0,0,
        0,360,337,1,0,0,0,360,347,1,0,0,0,361,49,1,0,0,0,362,371,5,4,0,0,
        363,368,3,52,26,0,364,365,5,5,0,0,365,367,3,52,26,0,366,364,1,0,
        0,0,367,370,1,0,0,0,368,366,1,0,0,0,368,369,1,0,0,0,369,372,1,0,
        0,0,370,368,1,0,0,0,371,363,1,0,0,0,371,372,1,0,0,0,372,373,1,0,
        0,0,373,374,5,6,0,0,374,51,1,0,0,0,375,376,3,84,42,0,376,377,5,7,
        0,0,377,378,3,80,40,0,378,53,1,0,0,0,379,408,3,32,16,0,380,381,7,
        4,0,0,381,382,3,58,29,0,382,383,5,9,0,0,383,408,1,0,0,0,384,391,
        5,42,0,0,385,386,3,84,42,0,386,387,5,14,0,0,387,389,3,28,14,0,388,
        390,3,30,15,0,389,388,1,0,0,0,389,390,1,0,0,0,390,392,1,0,0,0,391,
        385,1,0,0,0,391,392,1,0,0,0,392,393,1,0,0,0,393,408,5,9,0,0,394,
        395,7,5,0,0,395,408,5,9,0,0,396,397,5,47,0,0,397,402,3,56,28,0,398,
        399,5,5,0,0,399,401,3,56,28,0,400,398,1,0,0,0,401,404,1,0,0,0,402,
        400,1,0,0,0,402,403,1,0,0,0,403,405,1,0,0,0,404,402,1,0,0,0,405,
        406,5,9,0,0,406,408,1,0,0,0,407,379,1,0,0,0,407,380,1,0,0,0,407,
        384,1,0,0,0,407,394,1,0,0,0,407,396,1,0,0,0,408,55,1,0,0,0,409,415,
        5,68,0,0,410,412,7,3,0,0,411,413,3,84,42,0,412,411,1,0,0,0,412,413,
        1,0,0,0,413,415,1,0,0,0,414,409,1,0,0,0,414,410,1,0,0,0,415,418,
        1,0,0,0,416,417,5,24,0,0,417,419,3,80,40,0,418,416,1,0,0,0,418,419,
        1,0,0,0,419,57,1,0,0,0,420,421,3,84,42,0,421,430,5,4,0,0,422,427,
        3,80,40,0,423,424,5,5,0,0,424,426,3,80,40,0,425,423,1,0,0,0,426,
        429,1,0,0,0,427,425,1,0,0,0,427,428,1,0,0,0,428,431,1,0,0,0,429,
        427,1,0,0,0,430,422,1,0,0,0,430,431,1,0,0,0,431,432,1,0,0,0,432,
        433,5,6,0,0,433,59,1,0,0,0,434,435,7,6,0,0,435,436,3,68,34,0,436,
        440,5,2,0,0,437,439,3,32,16,0,438,437,1,0,0,0,439,442,1,0,0,0,440,
        438,1,0,0,0,440,441,1,0,0,0,441,443,1,0,0,0,442,440,1,0,0,0,443,
        444,5,3,0,0,444,61,1,0,0,0,445,446,3,66,33,0,446,459,5,53,0,0,447,
        460,3,66,33,0,448,449,5,2,0,0,449,454,3,66,33,0,450,451,5,5,0,0,
        451,453,3,66,33,0,452,450,1,0,0,0,453,456,1,0,0,0,454,452,1,0,0,
        0,454,455,1,0,0,0,455,457,1,0,0,0,456,454,1,0,0,0,457,458,5,3,0,
        0,458,460,1,0,0,0,459,447,1,0,0,0,459,448,1,0,0,0,460,462,1,0,0,
        0,461,463,3,70,35,0,462,461,1,0,0,0,462,463,1,0,0,0,463,467,1,0,
        0,0,464,466,3,74,37,0,465,464,1,0,0,0,466,469,1,0,0,0,467,465,1,
        0,0,0,467,468,1,0,0,0,468,470,1,0,0,0,469,467,1,0,0,0,470,471,5,
        9,0,0,471,63,1,0,0,0,472,473,5,24,0,0,473,474,3,84,42,0,474,475,
        5,22,0,0,475,476,3,80,40,0,476,477,5,54,0,0,477,478,3,80,40,0,478,
        483,5,2,0,0,479,482,3,62,31,0,480,482,3,64,32,0,481,479,1,0,0,0,
        481,480,1,0,0,0,482,485,1,0,0,0,483,481,1,0,0,0,483,484,1,0,0,0,
        484,486,1,0,0,0,485,483,1,0,0,0,486,487,5,3,0,0,487,65,1,0,0,0,488,
        491,3,68,34,0,489,490,5,55,0,0,490,492,3,68,34,0,491,489,1,0,0,0,
        491,492,1,0,0,0,492,67,1,0,0,0,493,495,3,84,42,0,494,496,3,30,15,
        0,495,494,1,0,0,0,495,496,1,0,0,0,496,69,1,0,0,0,497,498,5,56,0,
        0,498,501,3,80,40,0,499,500,5,7,0,0,500,502,3,72,36,0,501,499,1,
        0,0,0,501,502,1,0,0,0,502,504,1,0,0,0,503,505,7,7,0,0,504,503,1,
        0,0,0,504,505,1,0,0,0,505,508,1,0,0,0,506,507,5,25,0,0,507,509,3,
        66,33,0,508,506,1,0,0,0,508,509,1,0,0,0,509,512,1,0,0,0,510,511,
        5,36,0,0,511,513,3,66,33,0,512,510,1,0,0,0,512,513,1,0,0,0,513,71,
        1,0,0,0,514,515,5,39,0,0,515,529,3,58,29,0,516,517,5,2,0,0,517,522,
        3,80,40,0,518,519,5,5,0,0,519,521,3,80,40,0,520,518,1,0,0,0,521,
        524,1,0,0,0,522,520,1,0,0,0,522,523,1,0,0,0,523,525,1,0,0,0,524,
        522,1,0,0,0,525,526,5,3,0,0,526,529,1,0,0,0,527,529,3,80,40,0,528,
        514,1,0,0,0,528,516,1,0,0,0,528,527,1,0,0,0,529,73,1,0,0,0,530,531,
        5,59,0,0,531,544,3,84,42,0,532,541,5,4,0,0,533,538,3,76,38,0,534,
        535,5,5,0,0,535,537,3,76,38,0,536,534,1,0,0,0,537,540,1,0,0,0,538,
        536,1,0,0,0,538,539,1,0,0,0,539,542,1,0,0,0,540,538,1,0,0,0,541,
        533,1,0,0,0,541,542,1,0,0,0,542,543,1,0,0,0,543,545,5,6,0,0,544,
        532,1,0,0,0,544,545,1,0,0,0,545,75,1,0,0,0,546,547,3,84,42,0,547,
        548,5,7,0,0,548,550,1,0,0,0,549,546,1,0,0,0,549,550,1,0,0,0,550,
        551,1,0,0,0,551,552,3,78,39,0,552,77,1,0,0,0,553,558,3,44,22,0,554,
        558,5,68,0,0,555,558,5,69,0,0,556,558,3,80,40,0,557,553,1,0,0,0,
        557,554,1,0,0,0,557,555,1,0,0,0,557,556,1,0,0,0,558,79,1,0,0,0,559,
        564,3,82,41,0,560,561,7,8,0,0,561,563,3,82,41,0,562,560,1,0,0,0,
        563,566,1,0,0,0,564,562,1,0,0,0,564,565,1,0,0,0,565,81,1,0,0,0,566,
        564,1,0,0,0,567,569,7,9,0,0,568,567,1,0,0,0,569,572,1,0,0,0,570,
        568,1,0,0,0,570,571,1,0,0,0,571,594,1,0,0,0,572,570,1,0,0,0,573,
        595,5,66,0,0,574,595,5,67,0,0,575,588,3,84,42,0,576,585,5,4,0,0,
        577,582,3,80,40,0,578,579,5,5,0,0,579,581,3,80,40,0,580,578,1,0,
        0,0,581,584,1,0,0,0,582,580,1,0,0,0,582,583,1,0,0,0,583,586,1,0,
        0,0,584,582,1,0,0,0,585,577,1,0,0,0,585,586,1,0,0,0,586,587,1,0,
        0,0,587,589,5,6,0,0,588,576,1,0,0,0,588,589,1,0,0,0,589,595,1,0,
        0,0,590,591,5,4,0,0,591,592,3,80,40,0,592,593,5,6,0,0,593,595,1,
        0,0,0,594,573,1,0,0,0,594,574,1,0,0,0,594,575,1,0,0,0,594,590,1,
        0,0,0,595,83,1,0,0,0,596,597,7,10,0,0,597,85,1,0,0,0,73,89,103,108,
        113,120,131,134,141,154,162,173,184,195,204,209,218,228,239,246,
        259,262,266,268,279,282,289,304,311,315,323,331,337,343,350,355,
        360,368,371,389,391,402,407,412,414,418,427,430,440,454,459,462,
        467,481,483,491,495,501,504,508,512,522,528,538,541,544,549,557,
        564,570,582,585,588,594
    ]

class SdfParser ( Parser ):

    grammarFileName = "Sdf.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'graph'", "'{'", "'}'", "'('", "','", 
                     "')'", "'='", "'import'", "';'", "'include'", "'source'", 
                     "'library'", "'param'", "':'", "'live'", "'type'", 
                     "'object'", "'['", "']'", "'transient'", "'external'", 
                     "'in'", "'out'", "'for'", "'from'", "'step'", "'read_only'", 
                     "'read_write'", "'write_only'", "'unused'", "'partial'", 
                     "'read_mostly'", "'written'", "'overlays'", "'up'", 
                     "'to'", "'%'", "'actor'", "'init'", "'fire'", "'end'", 
                     "'state'", "'stops'", "'effect'", "'io'", "'stateless'", 
                     "'time'", "'broadcast'", "'roundbuffer'", "'fork'", 
                     "'join'", "'slice'", "'->'", "'..'", "'.'", "'delay'", 
                     "'keep'", "'reset'", "'@'", "'+'", "'-'", "'*'", "'/'", 
                     "'**'" ]

    symbolicNames = [ "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "NAME", "INTEGER", "DECIMAL", "QUANTITY", 
                      "STRING", "SPACE", "COMMENT" ]

    RULE_file = 0
    RULE_fileItem = 1
    RULE_graph = 2
    RULE_parameters = 3
    RULE_parameterDefault = 4
    RULE_statement = 5
    RULE_import_ = 6
    RULE_include = 7
    RULE_source = 8
    RULE_library = 9
    RULE_parameter = 10
    RULE_typeDeclaration = 11
    RULE_objectDeclaration = 12
    RULE_objectField = 13
    RULE_typeWords = 14
    RULE_brackets = 15
    RULE_port = 16
    RULE_rates = 17
    RULE_rate = 18
    RULE_pattern = 19
    RULE_clause = 20
    RULE_size = 21
    RULE_percent = 22
    RULE_annotatedActor = 23
    RULE_actorRest = 24
    RULE_arguments = 25
    RULE_argument = 26
    RULE_actorItem = 27
    RULE_duration = 28
    RULE_call = 29
    RULE_routing = 30
    RULE_edge = 31
    RULE_loop = 32
    RULE_endpoint = 33
    RULE_indexed = 34
    RULE_delay = 35
    RULE_initial = 36
    RULE_annotation = 37
    RULE_annotationArgument = 38
    RULE_annotationValue = 39
    RULE_expression = 40
    RULE_operand = 41
    RULE_name = 42

    ruleNames =  [ "file", "fileItem", "graph", "parameters", "parameterDefault", 
                   "statement", "import_", "include", "source", "library", 
                   "parameter", "typeDeclaration", "objectDeclaration", 
                   "objectField", "typeWords", "brackets", "port", "rates", 
                   "rate", "pattern", "clause", "size", "percent", "annotatedActor", 
                   "actorRest", "arguments", "argument", "actorItem", "duration", 
                   "call", "routing", "edge", "loop", "endpoint", "indexed", 
                   "delay", "initial", "annotation", "annotationArgument", 
                   "annotationValue", "expression", "operand", "name" ]

    EOF = Token.EOF
    T__0=1
    T__1=2
    T__2=3
    T__3=4
    T__4=5
    T__5=6
    T__6=7
    T__7=8
    T__8=9
    T__9=10
    T__10=11
    T__11=12
    T__12=13
    T__13=14
    T__14=15
    T__15=16
    T__16=17
    T__17=18
    T__18=19
    T__19=20
    T__20=21
    T__21=22
    T__22=23
    T__23=24
    T__24=25
    T__25=26
    T__26=27
    T__27=28
    T__28=29
    T__29=30
    T__30=31
    T__31=32
    T__32=33
    T__33=34
    T__34=35
    T__35=36
    T__36=37
    T__37=38
    T__38=39
    T__39=40
    T__40=41
    T__41=42
    T__42=43
    T__43=44
    T__44=45
    T__45=46
    T__46=47
    T__47=48
    T__48=49
    T__49=50
    T__50=51
    T__51=52
    T__52=53
    T__53=54
    T__54=55
    T__55=56
    T__56=57
    T__57=58
    T__58=59
    T__59=60
    T__60=61
    T__61=62
    T__62=63
    T__63=64
    NAME=65
    INTEGER=66
    DECIMAL=67
    QUANTITY=68
    STRING=69
    SPACE=70
    COMMENT=71

    def __init__(self, input:TokenStream, output:TextIO = sys.stdout):
        super().__init__(input, output)
        self.checkVersion("4.13.2")
        self._interp = ParserATNSimulator(self, self.atn, self.decisionsToDFA, self.sharedContextCache)
        self._predicates = None




    class FileContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def EOF(self):
            return self.getToken(SdfParser.EOF, 0)

        def fileItem(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.FileItemContext)
            else:
                return self.getTypedRuleContext(SdfParser.FileItemContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_file




    def file_(self):

        localctx = SdfParser.FileContext(self, self._ctx, self.state)
        self.enterRule(localctx, 0, self.RULE_file)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 89
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 576461027181542658) != 0):
                self.state = 86
                self.fileItem()
                self.state = 91
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 92
            self.match(SdfParser.EOF)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class FileItemContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def import_(self):
            return self.getTypedRuleContext(SdfParser.Import_Context,0)


        def include(self):
            return self.getTypedRuleContext(SdfParser.IncludeContext,0)


        def source(self):
            return self.getTypedRuleContext(SdfParser.SourceContext,0)


        def library(self):
            return self.getTypedRuleContext(SdfParser.LibraryContext,0)


        def parameter(self):
            return self.getTypedRuleContext(SdfParser.ParameterContext,0)


        def typeDeclaration(self):
            return self.getTypedRuleContext(SdfParser.TypeDeclarationContext,0)


        def objectDeclaration(self):
            return self.getTypedRuleContext(SdfParser.ObjectDeclarationContext,0)


        def graph(self):
            return self.getTypedRuleContext(SdfParser.GraphContext,0)


        def annotatedActor(self):
            return self.getTypedRuleContext(SdfParser.AnnotatedActorContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_fileItem




    def fileItem(self):

        localctx = SdfParser.FileItemContext(self, self._ctx, self.state)
        self.enterRule(localctx, 2, self.RULE_fileItem)
        try:
            self.state = 103
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [8]:
                self.enterOuterAlt(localctx, 1)
                self.state = 94
                self.import_()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 2)
                self.state = 95
                self.include()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 96
                self.source()
                pass
            elif token in [12]:
                self.enterOuterAlt(localctx, 4)
                self.state = 97
                self.library()
                pass
            elif token in [13]:
                self.enterOuterAlt(localctx, 5)
                self.state = 98
                self.parameter()
                pass
            elif token in [16]:
                self.enterOuterAlt(localctx, 6)
                self.state = 99
                self.typeDeclaration()
                pass
            elif token in [17]:
                self.enterOuterAlt(localctx, 7)
                self.state = 100
                self.objectDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 8)
                self.state = 101
                self.graph()
                pass
            elif token in [38, 59]:
                self.enterOuterAlt(localctx, 9)
                self.state = 102
                self.annotatedActor()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class GraphContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def parameters(self):
            return self.getTypedRuleContext(SdfParser.ParametersContext,0)


        def annotation(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.AnnotationContext)
            else:
                return self.getTypedRuleContext(SdfParser.AnnotationContext,i)


        def statement(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.StatementContext)
            else:
                return self.getTypedRuleContext(SdfParser.StatementContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_graph




    def graph(self):

        localctx = SdfParser.GraphContext(self, self._ctx, self.state)
        self.enterRule(localctx, 4, self.RULE_graph)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 105
            self.match(SdfParser.T__0)
            self.state = 106
            self.name()
            self.state = 108
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==4:
                self.state = 107
                self.parameters()


            self.state = 113
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==59:
                self.state = 110
                self.annotation()
                self.state = 115
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 116
            self.match(SdfParser.T__1)
            self.state = 120
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 1089870972383902978) != 0) or _la==65:
                self.state = 117
                self.statement()
                self.state = 122
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 123
            self.match(SdfParser.T__2)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ParametersContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def parameterDefault(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ParameterDefaultContext)
            else:
                return self.getTypedRuleContext(SdfParser.ParameterDefaultContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_parameters




    def parameters(self):

        localctx = SdfParser.ParametersContext(self, self._ctx, self.state)
        self.enterRule(localctx, 6, self.RULE_parameters)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 125
            self.match(SdfParser.T__3)
            self.state = 134
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 513410220080479490) != 0) or _la==65:
                self.state = 126
                self.parameterDefault()
                self.state = 131
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 127
                    self.match(SdfParser.T__4)
                    self.state = 128
                    self.parameterDefault()
                    self.state = 133
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 136
            self.match(SdfParser.T__5)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ParameterDefaultContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_parameterDefault




    def parameterDefault(self):

        localctx = SdfParser.ParameterDefaultContext(self, self._ctx, self.state)
        self.enterRule(localctx, 8, self.RULE_parameterDefault)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 138
            self.name()
            self.state = 141
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 139
                self.match(SdfParser.T__6)
                self.state = 140
                self.expression()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class StatementContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def include(self):
            return self.getTypedRuleContext(SdfParser.IncludeContext,0)


        def source(self):
            return self.getTypedRuleContext(SdfParser.SourceContext,0)


        def library(self):
            return self.getTypedRuleContext(SdfParser.LibraryContext,0)


        def parameter(self):
            return self.getTypedRuleContext(SdfParser.ParameterContext,0)


        def typeDeclaration(self):
            return self.getTypedRuleContext(SdfParser.TypeDeclarationContext,0)


        def objectDeclaration(self):
            return self.getTypedRuleContext(SdfParser.ObjectDeclarationContext,0)


        def port(self):
            return self.getTypedRuleContext(SdfParser.PortContext,0)


        def annotatedActor(self):
            return self.getTypedRuleContext(SdfParser.AnnotatedActorContext,0)


        def routing(self):
            return self.getTypedRuleContext(SdfParser.RoutingContext,0)


        def edge(self):
            return self.getTypedRuleContext(SdfParser.EdgeContext,0)


        def loop(self):
            return self.getTypedRuleContext(SdfParser.LoopContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_statement




    def statement(self):

        localctx = SdfParser.StatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 10, self.RULE_statement)
        try:
            self.state = 154
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,8,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 143
                self.include()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 144
                self.source()
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 145
                self.library()
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 146
                self.parameter()
                pass

            elif la_ == 5:
                self.enterOuterAlt(localctx, 5)
                self.state = 147
                self.typeDeclaration()
                pass

            elif la_ == 6:
                self.enterOuterAlt(localctx, 6)
                self.state = 148
                self.objectDeclaration()
                pass

            elif la_ == 7:
                self.enterOuterAlt(localctx, 7)
                self.state = 149
                self.port()
                pass

            elif la_ == 8:
                self.enterOuterAlt(localctx, 8)
                self.state = 150
                self.annotatedActor()
                pass

            elif la_ == 9:
                self.enterOuterAlt(localctx, 9)
                self.state = 151
                self.routing()
                pass

            elif la_ == 10:
                self.enterOuterAlt(localctx, 10)
                self.state = 152
                self.edge()
                pass

            elif la_ == 11:
                self.enterOuterAlt(localctx, 11)
                self.state = 153
                self.loop()
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class Import_Context(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def STRING(self, i:int=None):
            if i is None:
                return self.getTokens(SdfParser.STRING)
            else:
                return self.getToken(SdfParser.STRING, i)

        def getRuleIndex(self):
            return SdfParser.RULE_import_




    def import_(self):

        localctx = SdfParser.Import_Context(self, self._ctx, self.state)
        self.enterRule(localctx, 12, self.RULE_import_)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 156
            self.match(SdfParser.T__7)
            self.state = 157
            self.match(SdfParser.STRING)
            self.state = 162
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 158
                self.match(SdfParser.T__4)
                self.state = 159
                self.match(SdfParser.STRING)
                self.state = 164
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 165
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IncludeContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def STRING(self, i:int=None):
            if i is None:
                return self.getTokens(SdfParser.STRING)
            else:
                return self.getToken(SdfParser.STRING, i)

        def getRuleIndex(self):
            return SdfParser.RULE_include




    def include(self):

        localctx = SdfParser.IncludeContext(self, self._ctx, self.state)
        self.enterRule(localctx, 14, self.RULE_include)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 167
            self.match(SdfParser.T__9)
            self.state = 168
            self.match(SdfParser.STRING)
            self.state = 173
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 169
                self.match(SdfParser.T__4)
                self.state = 170
                self.match(SdfParser.STRING)
                self.state = 175
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 176
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class SourceContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def STRING(self, i:int=None):
            if i is None:
                return self.getTokens(SdfParser.STRING)
            else:
                return self.getToken(SdfParser.STRING, i)

        def getRuleIndex(self):
            return SdfParser.RULE_source




    def source(self):

        localctx = SdfParser.SourceContext(self, self._ctx, self.state)
        self.enterRule(localctx, 16, self.RULE_source)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 178
            self.match(SdfParser.T__10)
            self.state = 179
            self.match(SdfParser.STRING)
            self.state = 184
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 180
                self.match(SdfParser.T__4)
                self.state = 181
                self.match(SdfParser.STRING)
                self.state = 186
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 187
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class LibraryContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def STRING(self, i:int=None):
            if i is None:
                return self.getTokens(SdfParser.STRING)
            else:
                return self.getToken(SdfParser.STRING, i)

        def getRuleIndex(self):
            return SdfParser.RULE_library




    def library(self):

        localctx = SdfParser.LibraryContext(self, self._ctx, self.state)
        self.enterRule(localctx, 18, self.RULE_library)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 189
            self.match(SdfParser.T__11)
            self.state = 190
            self.match(SdfParser.STRING)
            self.state = 195
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 191
                self.match(SdfParser.T__4)
                self.state = 192
                self.match(SdfParser.STRING)
                self.state = 197
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 198
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ParameterContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser
            self.word = None # Token

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def typeWords(self):
            return self.getTypedRuleContext(SdfParser.TypeWordsContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_parameter




    def parameter(self):

        localctx = SdfParser.ParameterContext(self, self._ctx, self.state)
        self.enterRule(localctx, 20, self.RULE_parameter)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 200
            self.match(SdfParser.T__12)
            self.state = 201
            self.name()
            self.state = 204
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==14:
                self.state = 202
                self.match(SdfParser.T__13)
                self.state = 203
                self.typeWords()


            self.state = 206
            self.match(SdfParser.T__6)
            self.state = 207
            self.expression()
            self.state = 209
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==15:
                self.state = 208
                localctx.word = self.match(SdfParser.T__14)


            self.state = 211
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TypeDeclarationContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def typeWords(self):
            return self.getTypedRuleContext(SdfParser.TypeWordsContext,0)


        def brackets(self):
            return self.getTypedRuleContext(SdfParser.BracketsContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_typeDeclaration




    def typeDeclaration(self):

        localctx = SdfParser.TypeDeclarationContext(self, self._ctx, self.state)
        self.enterRule(localctx, 22, self.RULE_typeDeclaration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 213
            self.match(SdfParser.T__15)
            self.state = 214
            self.name()
            self.state = 215
            self.match(SdfParser.T__6)
            self.state = 216
            self.typeWords()
            self.state = 218
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==18:
                self.state = 217
                self.brackets()


            self.state = 220
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ObjectDeclarationContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def typeWords(self):
            return self.getTypedRuleContext(SdfParser.TypeWordsContext,0)


        def objectField(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ObjectFieldContext)
            else:
                return self.getTypedRuleContext(SdfParser.ObjectFieldContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_objectDeclaration




    def objectDeclaration(self):

        localctx = SdfParser.ObjectDeclarationContext(self, self._ctx, self.state)
        self.enterRule(localctx, 24, self.RULE_objectDeclaration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 222
            self.match(SdfParser.T__16)
            self.state = 223
            self.typeWords()
            self.state = 224
            self.match(SdfParser.T__1)
            self.state = 228
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 513410220080479490) != 0) or _la==65:
                self.state = 225
                self.objectField()
                self.state = 230
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 231
            self.match(SdfParser.T__2)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ObjectFieldContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser
            self.field = None # NameContext
            self.count = None # NameContext
            self.word = None # Token

        def name(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.NameContext)
            else:
                return self.getTypedRuleContext(SdfParser.NameContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_objectField




    def objectField(self):

        localctx = SdfParser.ObjectFieldContext(self, self._ctx, self.state)
        self.enterRule(localctx, 26, self.RULE_objectField)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 233
            localctx.field = self.name()
            self.state = 239
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [18]:
                self.state = 234
                self.match(SdfParser.T__17)
                self.state = 235
                localctx.count = self.name()
                self.state = 236
                self.match(SdfParser.T__18)
                pass
            elif token in [20, 21]:
                self.state = 238
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==20 or _la==21):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            else:
                raise NoViableAltException(self)

            self.state = 241
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TypeWordsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.NameContext)
            else:
                return self.getTypedRuleContext(SdfParser.NameContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_typeWords




    def typeWords(self):

        localctx = SdfParser.TypeWordsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 28, self.RULE_typeWords)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 244 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 243
                self.name()
                self.state = 246 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & 513410220080479490) != 0) or _la==65):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class BracketsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_brackets




    def brackets(self):

        localctx = SdfParser.BracketsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 30, self.RULE_brackets)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 248
            self.match(SdfParser.T__17)
            self.state = 249
            self.expression()
            self.state = 250
            self.match(SdfParser.T__18)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PortContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser
            self.direction = None # Token

        def indexed(self):
            return self.getTypedRuleContext(SdfParser.IndexedContext,0)


        def typeWords(self):
            return self.getTypedRuleContext(SdfParser.TypeWordsContext,0)


        def rates(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.RatesContext)
            else:
                return self.getTypedRuleContext(SdfParser.RatesContext,i)


        def pattern(self):
            return self.getTypedRuleContext(SdfParser.PatternContext,0)


        def clause(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ClauseContext)
            else:
                return self.getTypedRuleContext(SdfParser.ClauseContext,i)


        def annotation(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.AnnotationContext)
            else:
                return self.getTypedRuleContext(SdfParser.AnnotationContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_port




    def port(self):

        localctx = SdfParser.PortContext(self, self._ctx, self.state)
        self.enterRule(localctx, 32, self.RULE_port)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 252
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not(_la==22 or _la==23):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 253
            self.indexed()
            self.state = 254
            self.match(SdfParser.T__13)
            self.state = 255
            self.typeWords()
            self.state = 257 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 256
                self.rates()
                self.state = 259 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==18):
                    break

            self.state = 262
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==25:
                self.state = 261
                self.pattern()


            self.state = 268
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 576460812298747904) != 0):
                self.state = 266
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [27, 28, 29, 30, 31, 32, 34, 35]:
                    self.state = 264
                    self.clause()
                    pass
                elif token in [59]:
                    self.state = 265
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 270
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 271
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RatesContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def rate(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.RateContext)
            else:
                return self.getTypedRuleContext(SdfParser.RateContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_rates




    def rates(self):

        localctx = SdfParser.RatesContext(self, self._ctx, self.state)
        self.enterRule(localctx, 34, self.RULE_rates)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 273
            self.match(SdfParser.T__17)
            self.state = 282
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 3972174733901020434) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 7) != 0):
                self.state = 274
                self.rate()
                self.state = 279
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 275
                    self.match(SdfParser.T__4)
                    self.state = 276
                    self.rate()
                    self.state = 281
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 284
            self.match(SdfParser.T__18)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RateContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def expression(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ExpressionContext)
            else:
                return self.getTypedRuleContext(SdfParser.ExpressionContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_rate




    def rate(self):

        localctx = SdfParser.RateContext(self, self._ctx, self.state)
        self.enterRule(localctx, 36, self.RULE_rate)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 286
            self.expression()
            self.state = 289
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==24:
                self.state = 287
                self.match(SdfParser.T__23)
                self.state = 288
                self.expression()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PatternContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def expression(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ExpressionContext)
            else:
                return self.getTypedRuleContext(SdfParser.ExpressionContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_pattern




    def pattern(self):

        localctx = SdfParser.PatternContext(self, self._ctx, self.state)
        self.enterRule(localctx, 38, self.RULE_pattern)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 291
            self.match(SdfParser.T__24)
            self.state = 292
            self.expression()
            self.state = 293
            self.match(SdfParser.T__25)
            self.state = 294
            self.expression()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser
            self.word = None # Token

        def percent(self):
            return self.getTypedRuleContext(SdfParser.PercentContext,0)


        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def size(self):
            return self.getTypedRuleContext(SdfParser.SizeContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_clause




    def clause(self):

        localctx = SdfParser.ClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 40, self.RULE_clause)
        self._la = 0 # Token type
        try:
            self.state = 311
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [27, 28, 29, 30, 31]:
                self.enterOuterAlt(localctx, 1)
                self.state = 296
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 4160749568) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            elif token in [32]:
                self.enterOuterAlt(localctx, 2)
                self.state = 297
                localctx.word = self.match(SdfParser.T__31)
                self.state = 304
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 298
                    self.match(SdfParser.T__3)
                    self.state = 299
                    self.match(SdfParser.T__32)
                    self.state = 300
                    self.match(SdfParser.T__6)
                    self.state = 301
                    self.percent()
                    self.state = 302
                    self.match(SdfParser.T__5)


                pass
            elif token in [34]:
                self.enterOuterAlt(localctx, 3)
                self.state = 306
                localctx.word = self.match(SdfParser.T__33)
                self.state = 307
                self.name()
                pass
            elif token in [35]:
                self.enterOuterAlt(localctx, 4)
                self.state = 308
                localctx.word = self.match(SdfParser.T__34)
                self.state = 309
                self.match(SdfParser.T__35)
                self.state = 310
                self.size()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class SizeContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def QUANTITY(self):
            return self.getToken(SdfParser.QUANTITY, 0)

        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_size




    def size(self):

        localctx = SdfParser.SizeContext(self, self._ctx, self.state)
        self.enterRule(localctx, 42, self.RULE_size)
        try:
            self.state = 315
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [68]:
                self.enterOuterAlt(localctx, 1)
                self.state = 313
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [1, 4, 8, 10, 11, 12, 13, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 56, 57, 58, 60, 61, 65, 66, 67]:
                self.enterOuterAlt(localctx, 2)
                self.state = 314
                self.expression()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PercentContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(SdfParser.INTEGER, 0)

        def DECIMAL(self):
            return self.getToken(SdfParser.DECIMAL, 0)

        def getRuleIndex(self):
            return SdfParser.RULE_percent




    def percent(self):

        localctx = SdfParser.PercentContext(self, self._ctx, self.state)
        self.enterRule(localctx, 44, self.RULE_percent)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 317
            _la = self._input.LA(1)
            if not(_la==66 or _la==67):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 318
            self.match(SdfParser.T__36)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AnnotatedActorContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def indexed(self):
            return self.getTypedRuleContext(SdfParser.IndexedContext,0)


        def actorRest(self):
            return self.getTypedRuleContext(SdfParser.ActorRestContext,0)


        def annotation(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.AnnotationContext)
            else:
                return self.getTypedRuleContext(SdfParser.AnnotationContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_annotatedActor




    def annotatedActor(self):

        localctx = SdfParser.AnnotatedActorContext(self, self._ctx, self.state)
        self.enterRule(localctx, 46, self.RULE_annotatedActor)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 323
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==59:
                self.state = 320
                self.annotation()
                self.state = 325
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 326
            self.match(SdfParser.T__37)
            self.state = 327
            self.indexed()
            self.state = 331
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==59:
                self.state = 328
                self.annotation()
                self.state = 333
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 334
            self.actorRest()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ActorRestContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def parameters(self):
            return self.getTypedRuleContext(SdfParser.ParametersContext,0)


        def actorItem(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ActorItemContext)
            else:
                return self.getTypedRuleContext(SdfParser.ActorItemContext,i)


        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def arguments(self):
            return self.getTypedRuleContext(SdfParser.ArgumentsContext,0)


        def annotation(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.AnnotationContext)
            else:
                return self.getTypedRuleContext(SdfParser.AnnotationContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_actorRest




    def actorRest(self):

        localctx = SdfParser.ActorRestContext(self, self._ctx, self.state)
        self.enterRule(localctx, 48, self.RULE_actorRest)
        self._la = 0 # Token type
        try:
            self.state = 360
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 337
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 336
                    self.parameters()


                self.state = 339
                self.match(SdfParser.T__1)
                self.state = 343
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 280925233479680) != 0):
                    self.state = 340
                    self.actorItem()
                    self.state = 345
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 346
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 347
                self.match(SdfParser.T__6)
                self.state = 348
                self.name()
                self.state = 350
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 349
                    self.arguments()


                self.state = 355
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==59:
                    self.state = 352
                    self.annotation()
                    self.state = 357
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 358
                self.match(SdfParser.T__8)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def argument(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ArgumentContext)
            else:
                return self.getTypedRuleContext(SdfParser.ArgumentContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_arguments




    def arguments(self):

        localctx = SdfParser.ArgumentsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 50, self.RULE_arguments)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 362
            self.match(SdfParser.T__3)
            self.state = 371
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 513410220080479490) != 0) or _la==65:
                self.state = 363
                self.argument()
                self.state = 368
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 364
                    self.match(SdfParser.T__4)
                    self.state = 365
                    self.argument()
                    self.state = 370
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 373
            self.match(SdfParser.T__5)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_argument




    def argument(self):

        localctx = SdfParser.ArgumentContext(self, self._ctx, self.state)
        self.enterRule(localctx, 52, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 375
            self.name()
            self.state = 376
            self.match(SdfParser.T__6)
            self.state = 377
            self.expression()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ActorItemContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser
            self.word = None # Token

        def port(self):
            return self.getTypedRuleContext(SdfParser.PortContext,0)


        def call(self):
            return self.getTypedRuleContext(SdfParser.CallContext,0)


        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def typeWords(self):
            return self.getTypedRuleContext(SdfParser.TypeWordsContext,0)


        def brackets(self):
            return self.getTypedRuleContext(SdfParser.BracketsContext,0)


        def duration(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.DurationContext)
            else:
                return self.getTypedRuleContext(SdfParser.DurationContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_actorItem




    def actorItem(self):

        localctx = SdfParser.ActorItemContext(self, self._ctx, self.state)
        self.enterRule(localctx, 54, self.RULE_actorItem)
        self._la = 0 # Token type
        try:
            self.state = 407
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [22, 23]:
                self.enterOuterAlt(localctx, 1)
                self.state = 379
                self.port()
                pass
            elif token in [39, 40, 41]:
                self.enterOuterAlt(localctx, 2)
                self.state = 380
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 3848290697216) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 381
                self.call()
                self.state = 382
                self.match(SdfParser.T__8)
                pass
            elif token in [42]:
                self.enterOuterAlt(localctx, 3)
                self.state = 384
                self.match(SdfParser.T__41)
                self.state = 391
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 513410220080479490) != 0) or _la==65:
                    self.state = 385
                    self.name()
                    self.state = 386
                    self.match(SdfParser.T__13)
                    self.state = 387
                    self.typeWords()
                    self.state = 389
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==18:
                        self.state = 388
                        self.brackets()




                self.state = 393
                self.match(SdfParser.T__8)
                pass
            elif token in [43, 44, 45, 46]:
                self.enterOuterAlt(localctx, 4)
                self.state = 394
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 131941395333120) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 395
                self.match(SdfParser.T__8)
                pass
            elif token in [47]:
                self.enterOuterAlt(localctx, 5)
                self.state = 396
                self.match(SdfParser.T__46)
                self.state = 397
                self.duration()
                self.state = 402
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 398
                    self.match(SdfParser.T__4)
                    self.state = 399
                    self.duration()
                    self.state = 404
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 405
                self.match(SdfParser.T__8)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class DurationContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def QUANTITY(self):
            return self.getToken(SdfParser.QUANTITY, 0)

        def INTEGER(self):
            return self.getToken(SdfParser.INTEGER, 0)

        def DECIMAL(self):
            return self.getToken(SdfParser.DECIMAL, 0)

        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_duration




    def duration(self):

        localctx = SdfParser.DurationContext(self, self._ctx, self.state)
        self.enterRule(localctx, 56, self.RULE_duration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 414
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [68]:
                self.state = 409
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [66, 67]:
                self.state = 410
                _la = self._input.LA(1)
                if not(_la==66 or _la==67):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 412
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,42,self._ctx)
                if la_ == 1:
                    self.state = 411
                    self.name()


                pass
            else:
                raise NoViableAltException(self)

            self.state = 418
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==24:
                self.state = 416
                self.match(SdfParser.T__23)
                self.state = 417
                self.expression()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CallContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ExpressionContext)
            else:
                return self.getTypedRuleContext(SdfParser.ExpressionContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_call




    def call(self):

        localctx = SdfParser.CallContext(self, self._ctx, self.state)
        self.enterRule(localctx, 58, self.RULE_call)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 420
            self.name()
            self.state = 421
            self.match(SdfParser.T__3)
            self.state = 430
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 3972174733901020434) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 7) != 0):
                self.state = 422
                self.expression()
                self.state = 427
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 423
                    self.match(SdfParser.T__4)
                    self.state = 424
                    self.expression()
                    self.state = 429
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 432
            self.match(SdfParser.T__5)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RoutingContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser
            self.kind = None # Token

        def indexed(self):
            return self.getTypedRuleContext(SdfParser.IndexedContext,0)


        def port(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.PortContext)
            else:
                return self.getTypedRuleContext(SdfParser.PortContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_routing




    def routing(self):

        localctx = SdfParser.RoutingContext(self, self._ctx, self.state)
        self.enterRule(localctx, 60, self.RULE_routing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 434
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 8725724278030336) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 435
            self.indexed()
            self.state = 436
            self.match(SdfParser.T__1)
            self.state = 440
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==22 or _la==23:
                self.state = 437
                self.port()
                self.state = 442
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 443
            self.match(SdfParser.T__2)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class EdgeContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def endpoint(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.EndpointContext)
            else:
                return self.getTypedRuleContext(SdfParser.EndpointContext,i)


        def delay(self):
            return self.getTypedRuleContext(SdfParser.DelayContext,0)


        def annotation(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.AnnotationContext)
            else:
                return self.getTypedRuleContext(SdfParser.AnnotationContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_edge




    def edge(self):

        localctx = SdfParser.EdgeContext(self, self._ctx, self.state)
        self.enterRule(localctx, 62, self.RULE_edge)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 445
            self.endpoint()
            self.state = 446
            self.match(SdfParser.T__52)
            self.state = 459
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 13, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 56, 57, 58, 65]:
                self.state = 447
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 448
                self.match(SdfParser.T__1)
                self.state = 449
                self.endpoint()
                self.state = 454
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 450
                    self.match(SdfParser.T__4)
                    self.state = 451
                    self.endpoint()
                    self.state = 456
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 457
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 462
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==56:
                self.state = 461
                self.delay()


            self.state = 467
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==59:
                self.state = 464
                self.annotation()
                self.state = 469
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 470
            self.match(SdfParser.T__8)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class LoopContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ExpressionContext)
            else:
                return self.getTypedRuleContext(SdfParser.ExpressionContext,i)


        def edge(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.EdgeContext)
            else:
                return self.getTypedRuleContext(SdfParser.EdgeContext,i)


        def loop(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.LoopContext)
            else:
                return self.getTypedRuleContext(SdfParser.LoopContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_loop




    def loop(self):

        localctx = SdfParser.LoopContext(self, self._ctx, self.state)
        self.enterRule(localctx, 64, self.RULE_loop)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 472
            self.match(SdfParser.T__23)
            self.state = 473
            self.name()
            self.state = 474
            self.match(SdfParser.T__21)
            self.state = 475
            self.expression()
            self.state = 476
            self.match(SdfParser.T__53)
            self.state = 477
            self.expression()
            self.state = 478
            self.match(SdfParser.T__1)
            self.state = 483
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 513410220080479490) != 0) or _la==65:
                self.state = 481
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,52,self._ctx)
                if la_ == 1:
                    self.state = 479
                    self.edge()
                    pass

                elif la_ == 2:
                    self.state = 480
                    self.loop()
                    pass


                self.state = 485
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 486
            self.match(SdfParser.T__2)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class EndpointContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def indexed(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.IndexedContext)
            else:
                return self.getTypedRuleContext(SdfParser.IndexedContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_endpoint




    def endpoint(self):

        localctx = SdfParser.EndpointContext(self, self._ctx, self.state)
        self.enterRule(localctx, 66, self.RULE_endpoint)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 488
            self.indexed()
            self.state = 491
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==55:
                self.state = 489
                self.match(SdfParser.T__54)
                self.state = 490
                self.indexed()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IndexedContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def brackets(self):
            return self.getTypedRuleContext(SdfParser.BracketsContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_indexed




    def indexed(self):

        localctx = SdfParser.IndexedContext(self, self._ctx, self.state)
        self.enterRule(localctx, 68, self.RULE_indexed)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 493
            self.name()
            self.state = 495
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==18:
                self.state = 494
                self.brackets()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class DelayContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser
            self.word = None # Token
            self.setter = None # EndpointContext
            self.getter = None # EndpointContext

        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def initial(self):
            return self.getTypedRuleContext(SdfParser.InitialContext,0)


        def endpoint(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.EndpointContext)
            else:
                return self.getTypedRuleContext(SdfParser.EndpointContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_delay




    def delay(self):

        localctx = SdfParser.DelayContext(self, self._ctx, self.state)
        self.enterRule(localctx, 70, self.RULE_delay)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 497
            self.match(SdfParser.T__55)
            self.state = 498
            self.expression()
            self.state = 501
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 499
                self.match(SdfParser.T__6)
                self.state = 500
                self.initial()


            self.state = 504
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==57 or _la==58:
                self.state = 503
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==57 or _la==58):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()


            self.state = 508
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==25:
                self.state = 506
                self.match(SdfParser.T__24)
                self.state = 507
                localctx.setter = self.endpoint()


            self.state = 512
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==36:
                self.state = 510
                self.match(SdfParser.T__35)
                self.state = 511
                localctx.getter = self.endpoint()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class InitialContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def call(self):
            return self.getTypedRuleContext(SdfParser.CallContext,0)


        def expression(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ExpressionContext)
            else:
                return self.getTypedRuleContext(SdfParser.ExpressionContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_initial




    def initial(self):

        localctx = SdfParser.InitialContext(self, self._ctx, self.state)
        self.enterRule(localctx, 72, self.RULE_initial)
        self._la = 0 # Token type
        try:
            self.state = 528
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,61,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 514
                self.match(SdfParser.T__38)
                self.state = 515
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 516
                self.match(SdfParser.T__1)
                self.state = 517
                self.expression()
                self.state = 522
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 518
                    self.match(SdfParser.T__4)
                    self.state = 519
                    self.expression()
                    self.state = 524
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 525
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 527
                self.expression()
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AnnotationContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def annotationArgument(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.AnnotationArgumentContext)
            else:
                return self.getTypedRuleContext(SdfParser.AnnotationArgumentContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_annotation




    def annotation(self):

        localctx = SdfParser.AnnotationContext(self, self._ctx, self.state)
        self.enterRule(localctx, 74, self.RULE_annotation)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 530
            self.match(SdfParser.T__58)
            self.state = 531
            self.name()
            self.state = 544
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,64,self._ctx)
            if la_ == 1:
                self.state = 532
                self.match(SdfParser.T__3)
                self.state = 541
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 3972174733901020434) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 31) != 0):
                    self.state = 533
                    self.annotationArgument()
                    self.state = 538
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 534
                        self.match(SdfParser.T__4)
                        self.state = 535
                        self.annotationArgument()
                        self.state = 540
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 543
                self.match(SdfParser.T__5)


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AnnotationArgumentContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def annotationValue(self):
            return self.getTypedRuleContext(SdfParser.AnnotationValueContext,0)


        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_annotationArgument




    def annotationArgument(self):

        localctx = SdfParser.AnnotationArgumentContext(self, self._ctx, self.state)
        self.enterRule(localctx, 76, self.RULE_annotationArgument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 549
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,65,self._ctx)
            if la_ == 1:
                self.state = 546
                self.name()
                self.state = 547
                self.match(SdfParser.T__6)


            self.state = 551
            self.annotationValue()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AnnotationValueContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def percent(self):
            return self.getTypedRuleContext(SdfParser.PercentContext,0)


        def QUANTITY(self):
            return self.getToken(SdfParser.QUANTITY, 0)

        def STRING(self):
            return self.getToken(SdfParser.STRING, 0)

        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_annotationValue




    def annotationValue(self):

        localctx = SdfParser.AnnotationValueContext(self, self._ctx, self.state)
        self.enterRule(localctx, 78, self.RULE_annotationValue)
        try:
            self.state = 557
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,66,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 553
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 554
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 555
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 556
                self.expression()
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ExpressionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def operand(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.OperandContext)
            else:
                return self.getTypedRuleContext(SdfParser.OperandContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_expression




    def expression(self):

        localctx = SdfParser.ExpressionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 80, self.RULE_expression)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 559
            self.operand()
            self.state = 564
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while ((((_la - 37)) & ~0x3f) == 0 and ((1 << (_la - 37)) & 260046849) != 0):
                self.state = 560
                _la = self._input.LA(1)
                if not(((((_la - 37)) & ~0x3f) == 0 and ((1 << (_la - 37)) & 260046849) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 561
                self.operand()
                self.state = 566
                self._errHandler.sync(self)
                _la = self._input.LA(1)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OperandContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(SdfParser.INTEGER, 0)

        def DECIMAL(self):
            return self.getToken(SdfParser.DECIMAL, 0)

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ExpressionContext)
            else:
                return self.getTypedRuleContext(SdfParser.ExpressionContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_operand




    def operand(self):

        localctx = SdfParser.OperandContext(self, self._ctx, self.state)
        self.enterRule(localctx, 82, self.RULE_operand)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 570
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==60 or _la==61:
                self.state = 567
                _la = self._input.LA(1)
                if not(_la==60 or _la==61):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 572
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 594
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [66]:
                self.state = 573
                self.match(SdfParser.INTEGER)
                pass
            elif token in [67]:
                self.state = 574
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 13, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 56, 57, 58, 65]:
                self.state = 575
                self.name()
                self.state = 588
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 576
                    self.match(SdfParser.T__3)
                    self.state = 585
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & 3972174733901020434) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 7) != 0):
                        self.state = 577
                        self.expression()
                        self.state = 582
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 578
                            self.match(SdfParser.T__4)
                            self.state = 579
                            self.expression()
                            self.state = 584
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 587
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 590
                self.match(SdfParser.T__3)
                self.state = 591
                self.expression()
                self.state = 592
                self.match(SdfParser.T__5)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class NameContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def NAME(self):
            return self.getToken(SdfParser.NAME, 0)

        def getRuleIndex(self):
            return SdfParser.RULE_name




    def name(self):

        localctx = SdfParser.NameContext(self, self._ctx, self.state)
        self.enterRule(localctx, 84, self.RULE_name)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 596
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 513410220080479490) != 0) or _la==65):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx





