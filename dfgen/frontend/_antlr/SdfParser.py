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
        4,1,68,553,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,2,36,7,36,2,37,7,37,2,38,7,38,2,39,7,39,
        1,0,5,0,82,8,0,10,0,12,0,85,9,0,1,0,1,0,1,1,1,1,1,1,1,1,1,1,1,1,
        1,1,1,1,3,1,97,8,1,1,2,1,2,1,2,3,2,102,8,2,1,2,5,2,105,8,2,10,2,
        12,2,108,9,2,1,2,1,2,5,2,112,8,2,10,2,12,2,115,9,2,1,2,1,2,1,3,1,
        3,1,3,1,3,5,3,123,8,3,10,3,12,3,126,9,3,3,3,128,8,3,1,3,1,3,1,4,
        1,4,1,4,3,4,135,8,4,1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,3,5,
        147,8,5,1,6,1,6,1,6,1,6,5,6,153,8,6,10,6,12,6,156,9,6,1,6,1,6,1,
        7,1,7,1,7,1,7,5,7,164,8,7,10,7,12,7,167,9,7,1,7,1,7,1,8,1,8,1,8,
        1,8,5,8,175,8,8,10,8,12,8,178,9,8,1,8,1,8,1,9,1,9,1,9,1,9,1,9,1,
        9,1,10,1,10,1,10,1,10,1,10,3,10,193,8,10,1,10,1,10,1,11,1,11,1,11,
        1,11,5,11,201,8,11,10,11,12,11,204,9,11,1,11,1,11,1,12,1,12,1,12,
        1,12,1,12,1,12,3,12,214,8,12,1,12,1,12,1,13,4,13,219,8,13,11,13,
        12,13,220,1,14,1,14,1,14,1,14,1,15,1,15,1,15,1,15,1,15,4,15,232,
        8,15,11,15,12,15,233,1,15,3,15,237,8,15,1,15,1,15,5,15,241,8,15,
        10,15,12,15,244,9,15,1,15,1,15,1,16,1,16,1,16,1,16,5,16,252,8,16,
        10,16,12,16,255,9,16,3,16,257,8,16,1,16,1,16,1,17,1,17,1,17,3,17,
        264,8,17,1,18,1,18,1,18,1,18,1,18,1,19,1,19,1,19,1,19,1,19,1,19,
        1,19,1,19,3,19,279,8,19,1,19,1,19,1,19,1,19,1,19,3,19,286,8,19,1,
        20,1,20,3,20,290,8,20,1,21,1,21,1,21,1,22,5,22,296,8,22,10,22,12,
        22,299,9,22,1,22,1,22,1,22,5,22,304,8,22,10,22,12,22,307,9,22,1,
        22,1,22,1,23,3,23,312,8,23,1,23,1,23,5,23,316,8,23,10,23,12,23,319,
        9,23,1,23,1,23,1,23,1,23,3,23,325,8,23,1,23,5,23,328,8,23,10,23,
        12,23,331,9,23,1,23,1,23,3,23,335,8,23,1,24,1,24,1,24,1,24,5,24,
        341,8,24,10,24,12,24,344,9,24,3,24,346,8,24,1,24,1,24,1,25,1,25,
        1,25,1,25,1,26,1,26,1,26,1,26,1,26,1,26,1,26,1,26,1,26,1,26,3,26,
        364,8,26,3,26,366,8,26,1,26,1,26,1,26,1,26,1,26,1,26,1,26,5,26,375,
        8,26,10,26,12,26,378,9,26,1,26,1,26,3,26,382,8,26,1,27,1,27,1,27,
        3,27,387,8,27,3,27,389,8,27,1,27,1,27,3,27,393,8,27,1,28,1,28,1,
        28,1,28,1,28,5,28,400,8,28,10,28,12,28,403,9,28,3,28,405,8,28,1,
        28,1,28,1,29,1,29,1,29,1,29,5,29,413,8,29,10,29,12,29,416,9,29,1,
        29,1,29,1,30,1,30,1,30,1,30,1,30,1,30,1,30,5,30,427,8,30,10,30,12,
        30,430,9,30,1,30,1,30,3,30,434,8,30,1,30,3,30,437,8,30,1,30,5,30,
        440,8,30,10,30,12,30,443,9,30,1,30,1,30,1,31,1,31,1,31,3,31,450,
        8,31,1,32,1,32,1,32,1,32,3,32,456,8,32,1,32,3,32,459,8,32,1,32,1,
        32,3,32,463,8,32,1,32,1,32,3,32,467,8,32,1,33,1,33,1,33,1,33,1,33,
        1,33,5,33,475,8,33,10,33,12,33,478,9,33,1,33,1,33,1,33,3,33,483,
        8,33,1,34,1,34,1,34,1,34,1,34,1,34,5,34,491,8,34,10,34,12,34,494,
        9,34,3,34,496,8,34,1,34,3,34,499,8,34,1,35,1,35,1,35,3,35,504,8,
        35,1,35,1,35,1,36,1,36,1,36,1,36,3,36,512,8,36,1,37,1,37,1,37,5,
        37,517,8,37,10,37,12,37,520,9,37,1,38,5,38,523,8,38,10,38,12,38,
        526,9,38,1,38,1,38,1,38,1,38,1,38,1,38,1,38,5,38,535,8,38,10,38,
        12,38,538,9,38,3,38,540,8,38,1,38,3,38,543,8,38,1,38,1,38,1,38,1,
        38,3,38,549,8,38,1,39,1,39,1,39,0,0,40,0,2,4,6,8,10,12,14,16,18,
        20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62,
        64,66,68,70,72,74,76,78,0,11,1,0,17,18,1,0,19,20,1,0,25,29,1,0,63,
        64,1,0,37,39,1,0,41,44,1,0,46,50,1,0,54,55,2,0,35,35,57,61,1,0,57,
        58,8,0,1,1,8,8,10,14,17,20,22,34,36,50,53,55,62,62,603,0,83,1,0,
        0,0,2,96,1,0,0,0,4,98,1,0,0,0,6,118,1,0,0,0,8,131,1,0,0,0,10,146,
        1,0,0,0,12,148,1,0,0,0,14,159,1,0,0,0,16,170,1,0,0,0,18,181,1,0,
        0,0,20,187,1,0,0,0,22,196,1,0,0,0,24,207,1,0,0,0,26,218,1,0,0,0,
        28,222,1,0,0,0,30,226,1,0,0,0,32,247,1,0,0,0,34,260,1,0,0,0,36,265,
        1,0,0,0,38,285,1,0,0,0,40,289,1,0,0,0,42,291,1,0,0,0,44,297,1,0,
        0,0,46,334,1,0,0,0,48,336,1,0,0,0,50,349,1,0,0,0,52,381,1,0,0,0,
        54,388,1,0,0,0,56,394,1,0,0,0,58,408,1,0,0,0,60,419,1,0,0,0,62,446,
        1,0,0,0,64,451,1,0,0,0,66,482,1,0,0,0,68,484,1,0,0,0,70,503,1,0,
        0,0,72,511,1,0,0,0,74,513,1,0,0,0,76,524,1,0,0,0,78,550,1,0,0,0,
        80,82,3,2,1,0,81,80,1,0,0,0,82,85,1,0,0,0,83,81,1,0,0,0,83,84,1,
        0,0,0,84,86,1,0,0,0,85,83,1,0,0,0,86,87,5,0,0,1,87,1,1,0,0,0,88,
        97,3,12,6,0,89,97,3,14,7,0,90,97,3,16,8,0,91,97,3,18,9,0,92,97,3,
        20,10,0,93,97,3,22,11,0,94,97,3,4,2,0,95,97,3,44,22,0,96,88,1,0,
        0,0,96,89,1,0,0,0,96,90,1,0,0,0,96,91,1,0,0,0,96,92,1,0,0,0,96,93,
        1,0,0,0,96,94,1,0,0,0,96,95,1,0,0,0,97,3,1,0,0,0,98,99,5,1,0,0,99,
        101,3,78,39,0,100,102,3,6,3,0,101,100,1,0,0,0,101,102,1,0,0,0,102,
        106,1,0,0,0,103,105,3,68,34,0,104,103,1,0,0,0,105,108,1,0,0,0,106,
        104,1,0,0,0,106,107,1,0,0,0,107,109,1,0,0,0,108,106,1,0,0,0,109,
        113,5,2,0,0,110,112,3,10,5,0,111,110,1,0,0,0,112,115,1,0,0,0,113,
        111,1,0,0,0,113,114,1,0,0,0,114,116,1,0,0,0,115,113,1,0,0,0,116,
        117,5,3,0,0,117,5,1,0,0,0,118,127,5,4,0,0,119,124,3,8,4,0,120,121,
        5,5,0,0,121,123,3,8,4,0,122,120,1,0,0,0,123,126,1,0,0,0,124,122,
        1,0,0,0,124,125,1,0,0,0,125,128,1,0,0,0,126,124,1,0,0,0,127,119,
        1,0,0,0,127,128,1,0,0,0,128,129,1,0,0,0,129,130,5,6,0,0,130,7,1,
        0,0,0,131,134,3,78,39,0,132,133,5,7,0,0,133,135,3,74,37,0,134,132,
        1,0,0,0,134,135,1,0,0,0,135,9,1,0,0,0,136,147,3,12,6,0,137,147,3,
        14,7,0,138,147,3,16,8,0,139,147,3,18,9,0,140,147,3,20,10,0,141,147,
        3,22,11,0,142,147,3,30,15,0,143,147,3,44,22,0,144,147,3,58,29,0,
        145,147,3,60,30,0,146,136,1,0,0,0,146,137,1,0,0,0,146,138,1,0,0,
        0,146,139,1,0,0,0,146,140,1,0,0,0,146,141,1,0,0,0,146,142,1,0,0,
        0,146,143,1,0,0,0,146,144,1,0,0,0,146,145,1,0,0,0,147,11,1,0,0,0,
        148,149,5,8,0,0,149,154,5,66,0,0,150,151,5,5,0,0,151,153,5,66,0,
        0,152,150,1,0,0,0,153,156,1,0,0,0,154,152,1,0,0,0,154,155,1,0,0,
        0,155,157,1,0,0,0,156,154,1,0,0,0,157,158,5,9,0,0,158,13,1,0,0,0,
        159,160,5,10,0,0,160,165,5,66,0,0,161,162,5,5,0,0,162,164,5,66,0,
        0,163,161,1,0,0,0,164,167,1,0,0,0,165,163,1,0,0,0,165,166,1,0,0,
        0,166,168,1,0,0,0,167,165,1,0,0,0,168,169,5,9,0,0,169,15,1,0,0,0,
        170,171,5,11,0,0,171,176,5,66,0,0,172,173,5,5,0,0,173,175,5,66,0,
        0,174,172,1,0,0,0,175,178,1,0,0,0,176,174,1,0,0,0,176,177,1,0,0,
        0,177,179,1,0,0,0,178,176,1,0,0,0,179,180,5,9,0,0,180,17,1,0,0,0,
        181,182,5,12,0,0,182,183,3,78,39,0,183,184,5,7,0,0,184,185,3,74,
        37,0,185,186,5,9,0,0,186,19,1,0,0,0,187,188,5,13,0,0,188,189,3,78,
        39,0,189,190,5,7,0,0,190,192,3,26,13,0,191,193,3,28,14,0,192,191,
        1,0,0,0,192,193,1,0,0,0,193,194,1,0,0,0,194,195,5,9,0,0,195,21,1,
        0,0,0,196,197,5,14,0,0,197,198,3,26,13,0,198,202,5,2,0,0,199,201,
        3,24,12,0,200,199,1,0,0,0,201,204,1,0,0,0,202,200,1,0,0,0,202,203,
        1,0,0,0,203,205,1,0,0,0,204,202,1,0,0,0,205,206,5,3,0,0,206,23,1,
        0,0,0,207,213,3,78,39,0,208,209,5,15,0,0,209,210,3,78,39,0,210,211,
        5,16,0,0,211,214,1,0,0,0,212,214,7,0,0,0,213,208,1,0,0,0,213,212,
        1,0,0,0,214,215,1,0,0,0,215,216,5,9,0,0,216,25,1,0,0,0,217,219,3,
        78,39,0,218,217,1,0,0,0,219,220,1,0,0,0,220,218,1,0,0,0,220,221,
        1,0,0,0,221,27,1,0,0,0,222,223,5,15,0,0,223,224,3,74,37,0,224,225,
        5,16,0,0,225,29,1,0,0,0,226,227,7,1,0,0,227,228,3,78,39,0,228,229,
        5,21,0,0,229,231,3,26,13,0,230,232,3,32,16,0,231,230,1,0,0,0,232,
        233,1,0,0,0,233,231,1,0,0,0,233,234,1,0,0,0,234,236,1,0,0,0,235,
        237,3,36,18,0,236,235,1,0,0,0,236,237,1,0,0,0,237,242,1,0,0,0,238,
        241,3,38,19,0,239,241,3,68,34,0,240,238,1,0,0,0,240,239,1,0,0,0,
        241,244,1,0,0,0,242,240,1,0,0,0,242,243,1,0,0,0,243,245,1,0,0,0,
        244,242,1,0,0,0,245,246,5,9,0,0,246,31,1,0,0,0,247,256,5,15,0,0,
        248,253,3,34,17,0,249,250,5,5,0,0,250,252,3,34,17,0,251,249,1,0,
        0,0,252,255,1,0,0,0,253,251,1,0,0,0,253,254,1,0,0,0,254,257,1,0,
        0,0,255,253,1,0,0,0,256,248,1,0,0,0,256,257,1,0,0,0,257,258,1,0,
        0,0,258,259,5,16,0,0,259,33,1,0,0,0,260,263,3,74,37,0,261,262,5,
        22,0,0,262,264,3,74,37,0,263,261,1,0,0,0,263,264,1,0,0,0,264,35,
        1,0,0,0,265,266,5,23,0,0,266,267,3,74,37,0,267,268,5,24,0,0,268,
        269,3,74,37,0,269,37,1,0,0,0,270,286,7,2,0,0,271,278,5,30,0,0,272,
        273,5,4,0,0,273,274,5,31,0,0,274,275,5,7,0,0,275,276,3,42,21,0,276,
        277,5,6,0,0,277,279,1,0,0,0,278,272,1,0,0,0,278,279,1,0,0,0,279,
        286,1,0,0,0,280,281,5,32,0,0,281,286,3,78,39,0,282,283,5,33,0,0,
        283,284,5,34,0,0,284,286,3,40,20,0,285,270,1,0,0,0,285,271,1,0,0,
        0,285,280,1,0,0,0,285,282,1,0,0,0,286,39,1,0,0,0,287,290,5,65,0,
        0,288,290,3,74,37,0,289,287,1,0,0,0,289,288,1,0,0,0,290,41,1,0,0,
        0,291,292,7,3,0,0,292,293,5,35,0,0,293,43,1,0,0,0,294,296,3,68,34,
        0,295,294,1,0,0,0,296,299,1,0,0,0,297,295,1,0,0,0,297,298,1,0,0,
        0,298,300,1,0,0,0,299,297,1,0,0,0,300,301,5,36,0,0,301,305,3,78,
        39,0,302,304,3,68,34,0,303,302,1,0,0,0,304,307,1,0,0,0,305,303,1,
        0,0,0,305,306,1,0,0,0,306,308,1,0,0,0,307,305,1,0,0,0,308,309,3,
        46,23,0,309,45,1,0,0,0,310,312,3,6,3,0,311,310,1,0,0,0,311,312,1,
        0,0,0,312,313,1,0,0,0,313,317,5,2,0,0,314,316,3,52,26,0,315,314,
        1,0,0,0,316,319,1,0,0,0,317,315,1,0,0,0,317,318,1,0,0,0,318,320,
        1,0,0,0,319,317,1,0,0,0,320,335,5,3,0,0,321,322,5,7,0,0,322,324,
        3,78,39,0,323,325,3,48,24,0,324,323,1,0,0,0,324,325,1,0,0,0,325,
        329,1,0,0,0,326,328,3,68,34,0,327,326,1,0,0,0,328,331,1,0,0,0,329,
        327,1,0,0,0,329,330,1,0,0,0,330,332,1,0,0,0,331,329,1,0,0,0,332,
        333,5,9,0,0,333,335,1,0,0,0,334,311,1,0,0,0,334,321,1,0,0,0,335,
        47,1,0,0,0,336,345,5,4,0,0,337,342,3,50,25,0,338,339,5,5,0,0,339,
        341,3,50,25,0,340,338,1,0,0,0,341,344,1,0,0,0,342,340,1,0,0,0,342,
        343,1,0,0,0,343,346,1,0,0,0,344,342,1,0,0,0,345,337,1,0,0,0,345,
        346,1,0,0,0,346,347,1,0,0,0,347,348,5,6,0,0,348,49,1,0,0,0,349,350,
        3,78,39,0,350,351,5,7,0,0,351,352,3,74,37,0,352,51,1,0,0,0,353,382,
        3,30,15,0,354,355,7,4,0,0,355,356,3,56,28,0,356,357,5,9,0,0,357,
        382,1,0,0,0,358,365,5,40,0,0,359,360,3,78,39,0,360,361,5,21,0,0,
        361,363,3,26,13,0,362,364,3,28,14,0,363,362,1,0,0,0,363,364,1,0,
        0,0,364,366,1,0,0,0,365,359,1,0,0,0,365,366,1,0,0,0,366,367,1,0,
        0,0,367,382,5,9,0,0,368,369,7,5,0,0,369,382,5,9,0,0,370,371,5,45,
        0,0,371,376,3,54,27,0,372,373,5,5,0,0,373,375,3,54,27,0,374,372,
        1,0,0,0,375,378,1,0,0,0,376,374,1,0,0,0,376,377,1,0,0,0,377,379,
        1,0,0,0,378,376,1,0,0,0,379,380,5,9,0,0,380,382,1,0,0,0,381,353,
        1,0,0,0,381,354,1,0,0,0,381,358,1,0,0,0,381,368,1,0,0,0,381,370,
        1,0,0,0,382,53,1,0,0,0,383,389,5,65,0,0,384,386,7,3,0,0,385,387,
        3,78,39,0,386,385,1,0,0,0,386,387,1,0,0,0,387,389,1,0,0,0,388,383,
        1,0,0,0,388,384,1,0,0,0,389,392,1,0,0,0,390,391,5,22,0,0,391,393,
        3,74,37,0,392,390,1,0,0,0,392,393,1,0,0,0,393,55,1,0,0,0,394,395,
        3,78,39,0,395,404,5,4,0,0,396,401,3,74,37,0,397,398,5,5,0,0,398,
        400,3,74,37,0,399,397,1,0,0,0,400,403,1,0,0,0,401,399,1,0,0,0,401,
        402,1,0,0,0,402,405,1,0,0,0,403,401,1,0,0,0,404,396,1,0,0,0,404,
        405,1,0,0,0,405,406,1,0,0,0,406,407,5,6,0,0,407,57,1,0,0,0,408,409,
        7,6,0,0,409,410,3,78,39,0,410,414,5,2,0,0,411,413,3,30,15,0,412,
        411,1,0,0,0,413,416,1,0,0,0,414,412,1,0,0,0,414,415,1,0,0,0,415,
        417,1,0,0,0,416,414,1,0,0,0,417,418,5,3,0,0,418,59,1,0,0,0,419,420,
        3,62,31,0,420,433,5,51,0,0,421,434,3,62,31,0,422,423,5,2,0,0,423,
        428,3,62,31,0,424,425,5,5,0,0,425,427,3,62,31,0,426,424,1,0,0,0,
        427,430,1,0,0,0,428,426,1,0,0,0,428,429,1,0,0,0,429,431,1,0,0,0,
        430,428,1,0,0,0,431,432,5,3,0,0,432,434,1,0,0,0,433,421,1,0,0,0,
        433,422,1,0,0,0,434,436,1,0,0,0,435,437,3,64,32,0,436,435,1,0,0,
        0,436,437,1,0,0,0,437,441,1,0,0,0,438,440,3,68,34,0,439,438,1,0,
        0,0,440,443,1,0,0,0,441,439,1,0,0,0,441,442,1,0,0,0,442,444,1,0,
        0,0,443,441,1,0,0,0,444,445,5,9,0,0,445,61,1,0,0,0,446,449,3,78,
        39,0,447,448,5,52,0,0,448,450,3,78,39,0,449,447,1,0,0,0,449,450,
        1,0,0,0,450,63,1,0,0,0,451,452,5,53,0,0,452,455,3,74,37,0,453,454,
        5,7,0,0,454,456,3,66,33,0,455,453,1,0,0,0,455,456,1,0,0,0,456,458,
        1,0,0,0,457,459,7,7,0,0,458,457,1,0,0,0,458,459,1,0,0,0,459,462,
        1,0,0,0,460,461,5,23,0,0,461,463,3,62,31,0,462,460,1,0,0,0,462,463,
        1,0,0,0,463,466,1,0,0,0,464,465,5,34,0,0,465,467,3,62,31,0,466,464,
        1,0,0,0,466,467,1,0,0,0,467,65,1,0,0,0,468,469,5,37,0,0,469,483,
        3,56,28,0,470,471,5,2,0,0,471,476,3,74,37,0,472,473,5,5,0,0,473,
        475,3,74,37,0,474,472,1,0,0,0,475,478,1,0,0,0,476,474,1,0,0,0,476,
        477,1,0,0,0,477,479,1,0,0,0,478,476,1,0,0,0,479,480,5,3,0,0,480,
        483,1,0,0,0,481,483,3,74,37,0,482,468,1,0,0,0,482,470,1,0,0,0,482,
        481,1,0,0,0,483,67,1,0,0,0,484,485,5,56,0,0,485,498,3,78,39,0,486,
        495,5,4,0,0,487,492,3,70,35,0,488,489,5,5,0,0,489,491,3,70,35,0,
        490,488,1,0,0,0,491,494,1,0,0,0,492,490,1,0,0,0,492,493,1,0,0,0,
        493,496,1,0,0,0,494,492,1,0,0,0,495,487,1,0,0,0,495,496,1,0,0,0,
        496,497,1,0,0,0,497,499,5,6,0,0,498,486,1,0,0,0,498,499,1,0,0,0,
        499,69,1,0,0,0,500,501,3,78,39,0,501,502,5,7,0,0,502,504,1,0,0,0,
        503,500,1,0,0,0,503,504,1,0,0,0,504,505,1,0,0,0,505,506,3,72,36,
        0,506,71,1,0,0,0,507,512,3,42,21,0,508,512,5,65,0,0,509,512,5,66,
        0,0,510,512,3,74,37,0,511,507,1,0,0,0,511,508,1,0,0,0,511,509,1,
        0,0,0,511,510,1,0,0,0,512,73,1,0,0,0,513,518,3,76,38,0,514,515,7,
        8,0,0,515,517,3,76,38,0,516,514,1,0,0,0,517,520,1,0,0,0,518,516,
        1,0,0,0,518,519,1,0,0,0,519,75,1,0,0,0,520,518,1,0,0,0,521,523,7,
        9,0,0,522,521,1,0,0,0,523,526,1,0,0,0,524,522,1,0,0,0,524,525,1,
        0,0,0,525,548,1,0,0,0,526,524,1,0,0,0,527,549,5,63,0,0,528,549,5,
        64,0,0,529,542,3,78,39,0,530,539,5,4,0,0,531,536,3,74,37,0,532,533,
        5,5,0,0,533,535,3,74,37,0,534,532,1,0,0,0,535,538,1,0,0,0,536,534,
        1,0,0,0,536,537,1,0,0,0,537,540,1,0,0,0,538,536,1,0,0,0,539,531,
        1,0,0,0,539,540,1,0,0,0,540,541,1,0,0,0,541,543,5,6,0,0,542,530,
        1,0,0,0,542,543,1,0,0,0,543,549,1,0,0,0,544,545,5,4,0,0,545,546,
        3,74,37,0,546,547,5,6,0,0,547,549,1,0,0,0,548,527,1,0,0,0,548,528,
        1,0,0,0,548,529,1,0,0,0,548,544,1,0,0,0,549,77,1,0,0,0,550,551,7,
        10,0,0,551,79,1,0,0,0,67,83,96,101,106,113,124,127,134,146,154,165,
        176,192,202,213,220,233,236,240,242,253,256,263,278,285,289,297,
        305,311,317,324,329,334,342,345,363,365,376,381,386,388,392,401,
        404,414,428,433,436,441,449,455,458,462,466,476,482,492,495,498,
        503,511,518,524,536,539,542,548
    ]

class SdfParser ( Parser ):

    grammarFileName = "Sdf.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'graph'", "'{'", "'}'", "'('", "','", 
                     "')'", "'='", "'include'", "';'", "'source'", "'library'", 
                     "'param'", "'type'", "'object'", "'['", "']'", "'transient'", 
                     "'external'", "'in'", "'out'", "':'", "'for'", "'from'", 
                     "'step'", "'read_only'", "'read_write'", "'write_only'", 
                     "'unused'", "'partial'", "'read_mostly'", "'written'", 
                     "'overlays'", "'up'", "'to'", "'%'", "'actor'", "'init'", 
                     "'fire'", "'end'", "'state'", "'stops'", "'effect'", 
                     "'io'", "'stateless'", "'time'", "'broadcast'", "'roundbuffer'", 
                     "'fork'", "'join'", "'slice'", "'->'", "'.'", "'delay'", 
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
                      "<INVALID>", "<INVALID>", "NAME", "INTEGER", "DECIMAL", 
                      "QUANTITY", "STRING", "SPACE", "COMMENT" ]

    RULE_file = 0
    RULE_fileItem = 1
    RULE_graph = 2
    RULE_parameters = 3
    RULE_parameterDefault = 4
    RULE_statement = 5
    RULE_include = 6
    RULE_source = 7
    RULE_library = 8
    RULE_parameter = 9
    RULE_typeDeclaration = 10
    RULE_objectDeclaration = 11
    RULE_objectField = 12
    RULE_typeWords = 13
    RULE_brackets = 14
    RULE_port = 15
    RULE_rates = 16
    RULE_rate = 17
    RULE_pattern = 18
    RULE_clause = 19
    RULE_size = 20
    RULE_percent = 21
    RULE_annotatedActor = 22
    RULE_actorRest = 23
    RULE_arguments = 24
    RULE_argument = 25
    RULE_actorItem = 26
    RULE_duration = 27
    RULE_call = 28
    RULE_routing = 29
    RULE_edge = 30
    RULE_endpoint = 31
    RULE_delay = 32
    RULE_initial = 33
    RULE_annotation = 34
    RULE_annotationArgument = 35
    RULE_annotationValue = 36
    RULE_expression = 37
    RULE_operand = 38
    RULE_name = 39

    ruleNames =  [ "file", "fileItem", "graph", "parameters", "parameterDefault", 
                   "statement", "include", "source", "library", "parameter", 
                   "typeDeclaration", "objectDeclaration", "objectField", 
                   "typeWords", "brackets", "port", "rates", "rate", "pattern", 
                   "clause", "size", "percent", "annotatedActor", "actorRest", 
                   "arguments", "argument", "actorItem", "duration", "call", 
                   "routing", "edge", "endpoint", "delay", "initial", "annotation", 
                   "annotationArgument", "annotationValue", "expression", 
                   "operand", "name" ]

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
    NAME=62
    INTEGER=63
    DECIMAL=64
    QUANTITY=65
    STRING=66
    SPACE=67
    COMMENT=68

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
            self.state = 83
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 72057662757436674) != 0):
                self.state = 80
                self.fileItem()
                self.state = 85
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 86
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
            self.state = 96
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [8]:
                self.enterOuterAlt(localctx, 1)
                self.state = 88
                self.include()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 2)
                self.state = 89
                self.source()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 90
                self.library()
                pass
            elif token in [12]:
                self.enterOuterAlt(localctx, 4)
                self.state = 91
                self.parameter()
                pass
            elif token in [13]:
                self.enterOuterAlt(localctx, 5)
                self.state = 92
                self.typeDeclaration()
                pass
            elif token in [14]:
                self.enterOuterAlt(localctx, 6)
                self.state = 93
                self.objectDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 7)
                self.state = 94
                self.graph()
                pass
            elif token in [36, 56]:
                self.enterOuterAlt(localctx, 8)
                self.state = 95
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
            self.state = 98
            self.match(SdfParser.T__0)
            self.state = 99
            self.name()
            self.state = 101
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==4:
                self.state = 100
                self.parameters()


            self.state = 106
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==56:
                self.state = 103
                self.annotation()
                self.state = 108
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 109
            self.match(SdfParser.T__1)
            self.state = 113
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 4749045772700253442) != 0):
                self.state = 110
                self.statement()
                self.state = 115
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 116
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
            self.state = 118
            self.match(SdfParser.T__3)
            self.state = 127
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 4676988178662325506) != 0):
                self.state = 119
                self.parameterDefault()
                self.state = 124
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 120
                    self.match(SdfParser.T__4)
                    self.state = 121
                    self.parameterDefault()
                    self.state = 126
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 129
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
            self.state = 131
            self.name()
            self.state = 134
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 132
                self.match(SdfParser.T__6)
                self.state = 133
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


        def getRuleIndex(self):
            return SdfParser.RULE_statement




    def statement(self):

        localctx = SdfParser.StatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 10, self.RULE_statement)
        try:
            self.state = 146
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,8,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 136
                self.include()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 137
                self.source()
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 138
                self.library()
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 139
                self.parameter()
                pass

            elif la_ == 5:
                self.enterOuterAlt(localctx, 5)
                self.state = 140
                self.typeDeclaration()
                pass

            elif la_ == 6:
                self.enterOuterAlt(localctx, 6)
                self.state = 141
                self.objectDeclaration()
                pass

            elif la_ == 7:
                self.enterOuterAlt(localctx, 7)
                self.state = 142
                self.port()
                pass

            elif la_ == 8:
                self.enterOuterAlt(localctx, 8)
                self.state = 143
                self.annotatedActor()
                pass

            elif la_ == 9:
                self.enterOuterAlt(localctx, 9)
                self.state = 144
                self.routing()
                pass

            elif la_ == 10:
                self.enterOuterAlt(localctx, 10)
                self.state = 145
                self.edge()
                pass


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
        self.enterRule(localctx, 12, self.RULE_include)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 148
            self.match(SdfParser.T__7)
            self.state = 149
            self.match(SdfParser.STRING)
            self.state = 154
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 150
                self.match(SdfParser.T__4)
                self.state = 151
                self.match(SdfParser.STRING)
                self.state = 156
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 157
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
        self.enterRule(localctx, 14, self.RULE_source)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 159
            self.match(SdfParser.T__9)
            self.state = 160
            self.match(SdfParser.STRING)
            self.state = 165
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 161
                self.match(SdfParser.T__4)
                self.state = 162
                self.match(SdfParser.STRING)
                self.state = 167
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 168
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
        self.enterRule(localctx, 16, self.RULE_library)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 170
            self.match(SdfParser.T__10)
            self.state = 171
            self.match(SdfParser.STRING)
            self.state = 176
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 172
                self.match(SdfParser.T__4)
                self.state = 173
                self.match(SdfParser.STRING)
                self.state = 178
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 179
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

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_parameter




    def parameter(self):

        localctx = SdfParser.ParameterContext(self, self._ctx, self.state)
        self.enterRule(localctx, 18, self.RULE_parameter)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 181
            self.match(SdfParser.T__11)
            self.state = 182
            self.name()
            self.state = 183
            self.match(SdfParser.T__6)
            self.state = 184
            self.expression()
            self.state = 185
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
        self.enterRule(localctx, 20, self.RULE_typeDeclaration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 187
            self.match(SdfParser.T__12)
            self.state = 188
            self.name()
            self.state = 189
            self.match(SdfParser.T__6)
            self.state = 190
            self.typeWords()
            self.state = 192
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==15:
                self.state = 191
                self.brackets()


            self.state = 194
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
        self.enterRule(localctx, 22, self.RULE_objectDeclaration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 196
            self.match(SdfParser.T__13)
            self.state = 197
            self.typeWords()
            self.state = 198
            self.match(SdfParser.T__1)
            self.state = 202
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 4676988178662325506) != 0):
                self.state = 199
                self.objectField()
                self.state = 204
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 205
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
        self.enterRule(localctx, 24, self.RULE_objectField)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 207
            localctx.field = self.name()
            self.state = 213
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [15]:
                self.state = 208
                self.match(SdfParser.T__14)
                self.state = 209
                localctx.count = self.name()
                self.state = 210
                self.match(SdfParser.T__15)
                pass
            elif token in [17, 18]:
                self.state = 212
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==17 or _la==18):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            else:
                raise NoViableAltException(self)

            self.state = 215
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
        self.enterRule(localctx, 26, self.RULE_typeWords)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 218 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 217
                self.name()
                self.state = 220 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & 4676988178662325506) != 0)):
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
        self.enterRule(localctx, 28, self.RULE_brackets)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 222
            self.match(SdfParser.T__14)
            self.state = 223
            self.expression()
            self.state = 224
            self.match(SdfParser.T__15)
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

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


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
        self.enterRule(localctx, 30, self.RULE_port)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 226
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not(_la==19 or _la==20):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 227
            self.name()
            self.state = 228
            self.match(SdfParser.T__20)
            self.state = 229
            self.typeWords()
            self.state = 231 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 230
                self.rates()
                self.state = 233 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==15):
                    break

            self.state = 236
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==23:
                self.state = 235
                self.pattern()


            self.state = 242
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 72057609036759040) != 0):
                self.state = 240
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [25, 26, 27, 28, 29, 30, 32, 33]:
                    self.state = 238
                    self.clause()
                    pass
                elif token in [56]:
                    self.state = 239
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 244
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 245
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
        self.enterRule(localctx, 32, self.RULE_rates)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 247
            self.match(SdfParser.T__14)
            self.state = 256
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -2057019146982441335) != 0):
                self.state = 248
                self.rate()
                self.state = 253
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 249
                    self.match(SdfParser.T__4)
                    self.state = 250
                    self.rate()
                    self.state = 255
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 258
            self.match(SdfParser.T__15)
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
        self.enterRule(localctx, 34, self.RULE_rate)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 260
            self.expression()
            self.state = 263
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==22:
                self.state = 261
                self.match(SdfParser.T__21)
                self.state = 262
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
        self.enterRule(localctx, 36, self.RULE_pattern)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 265
            self.match(SdfParser.T__22)
            self.state = 266
            self.expression()
            self.state = 267
            self.match(SdfParser.T__23)
            self.state = 268
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
        self.enterRule(localctx, 38, self.RULE_clause)
        self._la = 0 # Token type
        try:
            self.state = 285
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [25, 26, 27, 28, 29]:
                self.enterOuterAlt(localctx, 1)
                self.state = 270
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 1040187392) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            elif token in [30]:
                self.enterOuterAlt(localctx, 2)
                self.state = 271
                localctx.word = self.match(SdfParser.T__29)
                self.state = 278
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 272
                    self.match(SdfParser.T__3)
                    self.state = 273
                    self.match(SdfParser.T__30)
                    self.state = 274
                    self.match(SdfParser.T__6)
                    self.state = 275
                    self.percent()
                    self.state = 276
                    self.match(SdfParser.T__5)


                pass
            elif token in [32]:
                self.enterOuterAlt(localctx, 3)
                self.state = 280
                localctx.word = self.match(SdfParser.T__31)
                self.state = 281
                self.name()
                pass
            elif token in [33]:
                self.enterOuterAlt(localctx, 4)
                self.state = 282
                localctx.word = self.match(SdfParser.T__32)
                self.state = 283
                self.match(SdfParser.T__33)
                self.state = 284
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
        self.enterRule(localctx, 40, self.RULE_size)
        try:
            self.state = 289
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [65]:
                self.enterOuterAlt(localctx, 1)
                self.state = 287
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [1, 4, 8, 10, 11, 12, 13, 14, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 53, 54, 55, 57, 58, 62, 63, 64]:
                self.enterOuterAlt(localctx, 2)
                self.state = 288
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
        self.enterRule(localctx, 42, self.RULE_percent)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 291
            _la = self._input.LA(1)
            if not(_la==63 or _la==64):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 292
            self.match(SdfParser.T__34)
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

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


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
        self.enterRule(localctx, 44, self.RULE_annotatedActor)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 297
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==56:
                self.state = 294
                self.annotation()
                self.state = 299
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 300
            self.match(SdfParser.T__35)
            self.state = 301
            self.name()
            self.state = 305
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==56:
                self.state = 302
                self.annotation()
                self.state = 307
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 308
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
        self.enterRule(localctx, 46, self.RULE_actorRest)
        self._la = 0 # Token type
        try:
            self.state = 334
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 311
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 310
                    self.parameters()


                self.state = 313
                self.match(SdfParser.T__1)
                self.state = 317
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 70231306797056) != 0):
                    self.state = 314
                    self.actorItem()
                    self.state = 319
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 320
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 321
                self.match(SdfParser.T__6)
                self.state = 322
                self.name()
                self.state = 324
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 323
                    self.arguments()


                self.state = 329
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==56:
                    self.state = 326
                    self.annotation()
                    self.state = 331
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 332
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
        self.enterRule(localctx, 48, self.RULE_arguments)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 336
            self.match(SdfParser.T__3)
            self.state = 345
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 4676988178662325506) != 0):
                self.state = 337
                self.argument()
                self.state = 342
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 338
                    self.match(SdfParser.T__4)
                    self.state = 339
                    self.argument()
                    self.state = 344
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 347
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
        self.enterRule(localctx, 50, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 349
            self.name()
            self.state = 350
            self.match(SdfParser.T__6)
            self.state = 351
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
        self.enterRule(localctx, 52, self.RULE_actorItem)
        self._la = 0 # Token type
        try:
            self.state = 381
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [19, 20]:
                self.enterOuterAlt(localctx, 1)
                self.state = 353
                self.port()
                pass
            elif token in [37, 38, 39]:
                self.enterOuterAlt(localctx, 2)
                self.state = 354
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 962072674304) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 355
                self.call()
                self.state = 356
                self.match(SdfParser.T__8)
                pass
            elif token in [40]:
                self.enterOuterAlt(localctx, 3)
                self.state = 358
                self.match(SdfParser.T__39)
                self.state = 365
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 4676988178662325506) != 0):
                    self.state = 359
                    self.name()
                    self.state = 360
                    self.match(SdfParser.T__20)
                    self.state = 361
                    self.typeWords()
                    self.state = 363
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==15:
                        self.state = 362
                        self.brackets()




                self.state = 367
                self.match(SdfParser.T__8)
                pass
            elif token in [41, 42, 43, 44]:
                self.enterOuterAlt(localctx, 4)
                self.state = 368
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 32985348833280) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 369
                self.match(SdfParser.T__8)
                pass
            elif token in [45]:
                self.enterOuterAlt(localctx, 5)
                self.state = 370
                self.match(SdfParser.T__44)
                self.state = 371
                self.duration()
                self.state = 376
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 372
                    self.match(SdfParser.T__4)
                    self.state = 373
                    self.duration()
                    self.state = 378
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 379
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
        self.enterRule(localctx, 54, self.RULE_duration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 388
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [65]:
                self.state = 383
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [63, 64]:
                self.state = 384
                _la = self._input.LA(1)
                if not(_la==63 or _la==64):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 386
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,39,self._ctx)
                if la_ == 1:
                    self.state = 385
                    self.name()


                pass
            else:
                raise NoViableAltException(self)

            self.state = 392
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==22:
                self.state = 390
                self.match(SdfParser.T__21)
                self.state = 391
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
        self.enterRule(localctx, 56, self.RULE_call)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 394
            self.name()
            self.state = 395
            self.match(SdfParser.T__3)
            self.state = 404
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -2057019146982441335) != 0):
                self.state = 396
                self.expression()
                self.state = 401
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 397
                    self.match(SdfParser.T__4)
                    self.state = 398
                    self.expression()
                    self.state = 403
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 406
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

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def port(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.PortContext)
            else:
                return self.getTypedRuleContext(SdfParser.PortContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_routing




    def routing(self):

        localctx = SdfParser.RoutingContext(self, self._ctx, self.state)
        self.enterRule(localctx, 58, self.RULE_routing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 408
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 2181431069507584) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 409
            self.name()
            self.state = 410
            self.match(SdfParser.T__1)
            self.state = 414
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==19 or _la==20:
                self.state = 411
                self.port()
                self.state = 416
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 417
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
        self.enterRule(localctx, 60, self.RULE_edge)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 419
            self.endpoint()
            self.state = 420
            self.match(SdfParser.T__50)
            self.state = 433
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 13, 14, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 53, 54, 55, 62]:
                self.state = 421
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 422
                self.match(SdfParser.T__1)
                self.state = 423
                self.endpoint()
                self.state = 428
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 424
                    self.match(SdfParser.T__4)
                    self.state = 425
                    self.endpoint()
                    self.state = 430
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 431
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 436
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==53:
                self.state = 435
                self.delay()


            self.state = 441
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==56:
                self.state = 438
                self.annotation()
                self.state = 443
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 444
            self.match(SdfParser.T__8)
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

        def name(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.NameContext)
            else:
                return self.getTypedRuleContext(SdfParser.NameContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_endpoint




    def endpoint(self):

        localctx = SdfParser.EndpointContext(self, self._ctx, self.state)
        self.enterRule(localctx, 62, self.RULE_endpoint)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 446
            self.name()
            self.state = 449
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==52:
                self.state = 447
                self.match(SdfParser.T__51)
                self.state = 448
                self.name()


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
        self.enterRule(localctx, 64, self.RULE_delay)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 451
            self.match(SdfParser.T__52)
            self.state = 452
            self.expression()
            self.state = 455
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 453
                self.match(SdfParser.T__6)
                self.state = 454
                self.initial()


            self.state = 458
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==54 or _la==55:
                self.state = 457
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==54 or _la==55):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()


            self.state = 462
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==23:
                self.state = 460
                self.match(SdfParser.T__22)
                self.state = 461
                localctx.setter = self.endpoint()


            self.state = 466
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==34:
                self.state = 464
                self.match(SdfParser.T__33)
                self.state = 465
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
        self.enterRule(localctx, 66, self.RULE_initial)
        self._la = 0 # Token type
        try:
            self.state = 482
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,55,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 468
                self.match(SdfParser.T__36)
                self.state = 469
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 470
                self.match(SdfParser.T__1)
                self.state = 471
                self.expression()
                self.state = 476
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 472
                    self.match(SdfParser.T__4)
                    self.state = 473
                    self.expression()
                    self.state = 478
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 479
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 481
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
        self.enterRule(localctx, 68, self.RULE_annotation)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 484
            self.match(SdfParser.T__55)
            self.state = 485
            self.name()
            self.state = 498
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,58,self._ctx)
            if la_ == 1:
                self.state = 486
                self.match(SdfParser.T__3)
                self.state = 495
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -4114038293964882670) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 7) != 0):
                    self.state = 487
                    self.annotationArgument()
                    self.state = 492
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 488
                        self.match(SdfParser.T__4)
                        self.state = 489
                        self.annotationArgument()
                        self.state = 494
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 497
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
        self.enterRule(localctx, 70, self.RULE_annotationArgument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 503
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,59,self._ctx)
            if la_ == 1:
                self.state = 500
                self.name()
                self.state = 501
                self.match(SdfParser.T__6)


            self.state = 505
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
        self.enterRule(localctx, 72, self.RULE_annotationValue)
        try:
            self.state = 511
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,60,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 507
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 508
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 509
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 510
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
        self.enterRule(localctx, 74, self.RULE_expression)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 513
            self.operand()
            self.state = 518
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 4467570864711270400) != 0):
                self.state = 514
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 4467570864711270400) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 515
                self.operand()
                self.state = 520
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
        self.enterRule(localctx, 76, self.RULE_operand)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 524
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==57 or _la==58:
                self.state = 521
                _la = self._input.LA(1)
                if not(_la==57 or _la==58):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 526
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 548
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [63]:
                self.state = 527
                self.match(SdfParser.INTEGER)
                pass
            elif token in [64]:
                self.state = 528
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 13, 14, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 53, 54, 55, 62]:
                self.state = 529
                self.name()
                self.state = 542
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 530
                    self.match(SdfParser.T__3)
                    self.state = 539
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -2057019146982441335) != 0):
                        self.state = 531
                        self.expression()
                        self.state = 536
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 532
                            self.match(SdfParser.T__4)
                            self.state = 533
                            self.expression()
                            self.state = 538
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 541
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 544
                self.match(SdfParser.T__3)
                self.state = 545
                self.expression()
                self.state = 546
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
        self.enterRule(localctx, 78, self.RULE_name)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 550
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 4676988178662325506) != 0)):
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





