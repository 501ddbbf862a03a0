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
        4,1,70,592,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
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
        9,1,9,1,10,1,10,1,10,1,10,1,10,1,10,1,11,1,11,1,11,1,11,1,11,3,11,
        212,8,11,1,11,1,11,1,12,1,12,1,12,1,12,5,12,220,8,12,10,12,12,12,
        223,9,12,1,12,1,12,1,13,1,13,1,13,1,13,1,13,1,13,3,13,233,8,13,1,
        13,1,13,1,14,4,14,238,8,14,11,14,12,14,239,1,15,1,15,1,15,1,15,1,
        16,1,16,1,16,1,16,1,16,4,16,251,8,16,11,16,12,16,252,1,16,3,16,256,
        8,16,1,16,1,16,5,16,260,8,16,10,16,12,16,263,9,16,1,16,1,16,1,17,
        1,17,1,17,1,17,5,17,271,8,17,10,17,12,17,274,9,17,3,17,276,8,17,
        1,17,1,17,1,18,1,18,1,18,3,18,283,8,18,1,19,1,19,1,19,1,19,1,19,
        1,20,1,20,1,20,1,20,1,20,1,20,1,20,1,20,3,20,298,8,20,1,20,1,20,
        1,20,1,20,1,20,3,20,305,8,20,1,21,1,21,3,21,309,8,21,1,22,1,22,1,
        22,1,23,5,23,315,8,23,10,23,12,23,318,9,23,1,23,1,23,1,23,5,23,323,
        8,23,10,23,12,23,326,9,23,1,23,1,23,1,24,3,24,331,8,24,1,24,1,24,
        5,24,335,8,24,10,24,12,24,338,9,24,1,24,1,24,1,24,1,24,3,24,344,
        8,24,1,24,5,24,347,8,24,10,24,12,24,350,9,24,1,24,1,24,3,24,354,
        8,24,1,25,1,25,1,25,1,25,5,25,360,8,25,10,25,12,25,363,9,25,3,25,
        365,8,25,1,25,1,25,1,26,1,26,1,26,1,26,1,27,1,27,1,27,1,27,1,27,
        1,27,1,27,1,27,1,27,1,27,3,27,383,8,27,3,27,385,8,27,1,27,1,27,1,
        27,1,27,1,27,1,27,1,27,5,27,394,8,27,10,27,12,27,397,9,27,1,27,1,
        27,3,27,401,8,27,1,28,1,28,1,28,3,28,406,8,28,3,28,408,8,28,1,28,
        1,28,3,28,412,8,28,1,29,1,29,1,29,1,29,1,29,5,29,419,8,29,10,29,
        12,29,422,9,29,3,29,424,8,29,1,29,1,29,1,30,1,30,1,30,1,30,5,30,
        432,8,30,10,30,12,30,435,9,30,1,30,1,30,1,31,1,31,1,31,1,31,1,31,
        1,31,1,31,5,31,446,8,31,10,31,12,31,449,9,31,1,31,1,31,3,31,453,
        8,31,1,31,3,31,456,8,31,1,31,5,31,459,8,31,10,31,12,31,462,9,31,
        1,31,1,31,1,32,1,32,1,32,1,32,1,32,1,32,1,32,1,32,1,32,5,32,475,
        8,32,10,32,12,32,478,9,32,1,32,1,32,1,33,1,33,1,33,3,33,485,8,33,
        1,34,1,34,3,34,489,8,34,1,35,1,35,1,35,1,35,3,35,495,8,35,1,35,3,
        35,498,8,35,1,35,1,35,3,35,502,8,35,1,35,1,35,3,35,506,8,35,1,36,
        1,36,1,36,1,36,1,36,1,36,5,36,514,8,36,10,36,12,36,517,9,36,1,36,
        1,36,1,36,3,36,522,8,36,1,37,1,37,1,37,1,37,1,37,1,37,5,37,530,8,
        37,10,37,12,37,533,9,37,3,37,535,8,37,1,37,3,37,538,8,37,1,38,1,
        38,1,38,3,38,543,8,38,1,38,1,38,1,39,1,39,1,39,1,39,3,39,551,8,39,
        1,40,1,40,1,40,5,40,556,8,40,10,40,12,40,559,9,40,1,41,5,41,562,
        8,41,10,41,12,41,565,9,41,1,41,1,41,1,41,1,41,1,41,1,41,1,41,5,41,
        574,8,41,10,41,12,41,577,9,41,3,41,579,8,41,1,41,3,41,582,8,41,1,
        41,1,41,1,41,1,41,3,41,588,8,41,1,42,1,42,1,42,0,0,43,0,2,4,6,8,
        10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,
        54,56,58,60,62,64,66,68,70,72,74,76,78,80,82,84,0,11,1,0,18,19,1,
        0,20,21,1,0,26,30,1,0,65,66,1,0,38,40,1,0,42,45,1,0,47,51,1,0,56,
        57,2,0,36,36,59,63,1,0,59,60,8,0,1,1,8,8,10,15,18,21,23,35,37,51,
        55,57,64,64,645,0,89,1,0,0,0,2,103,1,0,0,0,4,105,1,0,0,0,6,125,1,
        0,0,0,8,138,1,0,0,0,10,154,1,0,0,0,12,156,1,0,0,0,14,167,1,0,0,0,
        16,178,1,0,0,0,18,189,1,0,0,0,20,200,1,0,0,0,22,206,1,0,0,0,24,215,
        1,0,0,0,26,226,1,0,0,0,28,237,1,0,0,0,30,241,1,0,0,0,32,245,1,0,
        0,0,34,266,1,0,0,0,36,279,1,0,0,0,38,284,1,0,0,0,40,304,1,0,0,0,
        42,308,1,0,0,0,44,310,1,0,0,0,46,316,1,0,0,0,48,353,1,0,0,0,50,355,
        1,0,0,0,52,368,1,0,0,0,54,400,1,0,0,0,56,407,1,0,0,0,58,413,1,0,
        0,0,60,427,1,0,0,0,62,438,1,0,0,0,64,465,1,0,0,0,66,481,1,0,0,0,
        68,486,1,0,0,0,70,490,1,0,0,0,72,521,1,0,0,0,74,523,1,0,0,0,76,542,
        1,0,0,0,78,550,1,0,0,0,80,552,1,0,0,0,82,563,1,0,0,0,84,589,1,0,
        0,0,86,88,3,2,1,0,87,86,1,0,0,0,88,91,1,0,0,0,89,87,1,0,0,0,89,90,
        1,0,0,0,90,92,1,0,0,0,91,89,1,0,0,0,92,93,5,0,0,1,93,1,1,0,0,0,94,
        104,3,12,6,0,95,104,3,14,7,0,96,104,3,16,8,0,97,104,3,18,9,0,98,
        104,3,20,10,0,99,104,3,22,11,0,100,104,3,24,12,0,101,104,3,4,2,0,
        102,104,3,46,23,0,103,94,1,0,0,0,103,95,1,0,0,0,103,96,1,0,0,0,103,
        97,1,0,0,0,103,98,1,0,0,0,103,99,1,0,0,0,103,100,1,0,0,0,103,101,
        1,0,0,0,103,102,1,0,0,0,104,3,1,0,0,0,105,106,5,1,0,0,106,108,3,
        84,42,0,107,109,3,6,3,0,108,107,1,0,0,0,108,109,1,0,0,0,109,113,
        1,0,0,0,110,112,3,74,37,0,111,110,1,0,0,0,112,115,1,0,0,0,113,111,
        1,0,0,0,113,114,1,0,0,0,114,116,1,0,0,0,115,113,1,0,0,0,116,120,
        5,2,0,0,117,119,3,10,5,0,118,117,1,0,0,0,119,122,1,0,0,0,120,118,
        1,0,0,0,120,121,1,0,0,0,121,123,1,0,0,0,122,120,1,0,0,0,123,124,
        5,3,0,0,124,5,1,0,0,0,125,134,5,4,0,0,126,131,3,8,4,0,127,128,5,
        5,0,0,128,130,3,8,4,0,129,127,1,0,0,0,130,133,1,0,0,0,131,129,1,
        0,0,0,131,132,1,0,0,0,132,135,1,0,0,0,133,131,1,0,0,0,134,126,1,
        0,0,0,134,135,1,0,0,0,135,136,1,0,0,0,136,137,5,6,0,0,137,7,1,0,
        0,0,138,141,3,84,42,0,139,140,5,7,0,0,140,142,3,80,40,0,141,139,
        1,0,0,0,141,142,1,0,0,0,142,9,1,0,0,0,143,155,3,14,7,0,144,155,3,
        16,8,0,145,155,3,18,9,0,146,155,3,20,10,0,147,155,3,22,11,0,148,
        155,3,24,12,0,149,155,3,32,16,0,150,155,3,46,23,0,151,155,3,60,30,
        0,152,155,3,62,31,0,153,155,3,64,32,0,154,143,1,0,0,0,154,144,1,
        0,0,0,154,145,1,0,0,0,154,146,1,0,0,0,154,147,1,0,0,0,154,148,1,
        0,0,0,154,149,1,0,0,0,154,150,1,0,0,0,154,151,1,0,0,0,154,152,1,
        0,0,0,154,153,1,0,0,0,155,11,1,0,0,0,156,157,5,8,0,0,157,162,5,68,
        0,0,158,159,5,5,0,0,159,161,5,68,0,0,160,158,1,0,0,0,161,164,1,0,
        0,0,162,160,1,0,0,0,162,163,1,0,0,0,163,165,1,0,0,0,164,162,1,0,
        0,0,165,166,5,9,0,0,166,13,1,0,0,0,167,168,5,10,0,0,168,173,5,68,
        0,0,169,170,5,5,0,0,170,172,5,68,0,0,171,169,1,0,0,0,172,175,1,0,
        0,0,173,171,1,0,0,0,173,174,1,0,0,0,174,176,1,0,0,0,175,173,1,0,
        0,0,176,177,5,9,0,0,177,15,1,0,0,0,178,179,5,11,0,0,179,184,5,68,
        0,0,180,181,5,5,0,0,181,183,5,68,0,0,182,180,1,0,0,0,183,186,1,0,
        0,0,184,182,1,0,0,0,184,185,1,0,0,0,185,187,1,0,0,0,186,184,1,0,
        0,0,187,188,5,9,0,0,188,17,1,0,0,0,189,190,5,12,0,0,190,195,5,68,
        0,0,191,192,5,5,0,0,192,194,5,68,0,0,193,191,1,0,0,0,194,197,1,0,
        0,0,195,193,1,0,0,0,195,196,1,0,0,0,196,198,1,0,0,0,197,195,1,0,
        0,0,198,199,5,9,0,0,199,19,1,0,0,0,200,201,5,13,0,0,201,202,3,84,
        42,0,202,203,5,7,0,0,203,204,3,80,40,0,204,205,5,9,0,0,205,21,1,
        0,0,0,206,207,5,14,0,0,207,208,3,84,42,0,208,209,5,7,0,0,209,211,
        3,28,14,0,210,212,3,30,15,0,211,210,1,0,0,0,211,212,1,0,0,0,212,
        213,1,0,0,0,213,214,5,9,0,0,214,23,1,0,0,0,215,216,5,15,0,0,216,
        217,3,28,14,0,217,221,5,2,0,0,218,220,3,26,13,0,219,218,1,0,0,0,
        220,223,1,0,0,0,221,219,1,0,0,0,221,222,1,0,0,0,222,224,1,0,0,0,
        223,221,1,0,0,0,224,225,5,3,0,0,225,25,1,0,0,0,226,232,3,84,42,0,
        227,228,5,16,0,0,228,229,3,84,42,0,229,230,5,17,0,0,230,233,1,0,
        0,0,231,233,7,0,0,0,232,227,1,0,0,0,232,231,1,0,0,0,233,234,1,0,
        0,0,234,235,5,9,0,0,235,27,1,0,0,0,236,238,3,84,42,0,237,236,1,0,
        0,0,238,239,1,0,0,0,239,237,1,0,0,0,239,240,1,0,0,0,240,29,1,0,0,
        0,241,242,5,16,0,0,242,243,3,80,40,0,243,244,5,17,0,0,244,31,1,0,
        0,0,245,246,7,1,0,0,246,247,3,68,34,0,247,248,5,22,0,0,248,250,3,
        28,14,0,249,251,3,34,17,0,250,249,1,0,0,0,251,252,1,0,0,0,252,250,
        1,0,0,0,252,253,1,0,0,0,253,255,1,0,0,0,254,256,3,38,19,0,255,254,
        1,0,0,0,255,256,1,0,0,0,256,261,1,0,0,0,257,260,3,40,20,0,258,260,
        3,74,37,0,259,257,1,0,0,0,259,258,1,0,0,0,260,263,1,0,0,0,261,259,
        1,0,0,0,261,262,1,0,0,0,262,264,1,0,0,0,263,261,1,0,0,0,264,265,
        5,9,0,0,265,33,1,0,0,0,266,275,5,16,0,0,267,272,3,36,18,0,268,269,
        5,5,0,0,269,271,3,36,18,0,270,268,1,0,0,0,271,274,1,0,0,0,272,270,
        1,0,0,0,272,273,1,0,0,0,273,276,1,0,0,0,274,272,1,0,0,0,275,267,
        1,0,0,0,275,276,1,0,0,0,276,277,1,0,0,0,277,278,5,17,0,0,278,35,
        1,0,0,0,279,282,3,80,40,0,280,281,5,23,0,0,281,283,3,80,40,0,282,
        280,1,0,0,0,282,283,1,0,0,0,283,37,1,0,0,0,284,285,5,24,0,0,285,
        286,3,80,40,0,286,287,5,25,0,0,287,288,3,80,40,0,288,39,1,0,0,0,
        289,305,7,2,0,0,290,297,5,31,0,0,291,292,5,4,0,0,292,293,5,32,0,
        0,293,294,5,7,0,0,294,295,3,44,22,0,295,296,5,6,0,0,296,298,1,0,
        0,0,297,291,1,0,0,0,297,298,1,0,0,0,298,305,1,0,0,0,299,300,5,33,
        0,0,300,305,3,84,42,0,301,302,5,34,0,0,302,303,5,35,0,0,303,305,
        3,42,21,0,304,289,1,0,0,0,304,290,1,0,0,0,304,299,1,0,0,0,304,301,
        1,0,0,0,305,41,1,0,0,0,306,309,5,67,0,0,307,309,3,80,40,0,308,306,
        1,0,0,0,308,307,1,0,0,0,309,43,1,0,0,0,310,311,7,3,0,0,311,312,5,
        36,0,0,312,45,1,0,0,0,313,315,3,74,37,0,314,313,1,0,0,0,315,318,
        1,0,0,0,316,314,1,0,0,0,316,317,1,0,0,0,317,319,1,0,0,0,318,316,
        1,0,0,0,319,320,5,37,0,0,320,324,3,68,34,0,321,323,3,74,37,0,322,
        321,1,0,0,0,323,326,1,0,0,0,324,322,1,0,0,0,324,325,1,0,0,0,325,
        327,1,0,0,0,326,324,1,0,0,0,327,328,3,48,24,0,328,47,1,0,0,0,329,
        331,3,6,3,0,330,329,1,0,0,0,330,331,1,0,0,0,331,332,1,0,0,0,332,
        336,5,2,0,0,333,335,3,54,27,0,334,333,1,0,0,0,335,338,1,0,0,0,336,
        334,1,0,0,0,336,337,1,0,0,0,337,339,1,0,0,0,338,336,1,0,0,0,339,
        354,5,3,0,0,340,341,5,7,0,0,341,343,3,84,42,0,342,344,3,50,25,0,
        343,342,1,0,0,0,343,344,1,0,0,0,344,348,1,0,0,0,345,347,3,74,37,
        0,346,345,1,0,0,0,347,350,1,0,0,0,348,346,1,0,0,0,348,349,1,0,0,
        0,349,351,1,0,0,0,350,348,1,0,0,0,351,352,5,9,0,0,352,354,1,0,0,
        0,353,330,1,0,0,0,353,340,1,0,0,0,354,49,1,0,0,0,355,364,5,4,0,0,
        356,361,3,52,26,0,357,358,5,5,0,0,358,360,3,52,26,0,359,357,1,0,
        0,0,360,363,1,0,0,0,361,359,1,0,0,0,361,362,1,0,0,0,362,365,1,0,
        0,0,363,361,1,0,0,0,364,356,1,0,0,0,364,365,1,0,0,0,365,366,1,0,
        0,0,366,367,5,6,0,0,367,51,1,0,0,0,368,369,3,84,42,0,369,370,5,7,
        0,0,370,371,3,80,40,0,371,53,1,0,0,0,372,401,3,32,16,0,373,374,7,
        4,0,0,374,375,3,58,29,0,375,376,5,9,0,0,376,401,1,0,0,0,377,384,
        5,41,0,0,378,379,3,84,42,0,379,380,5,22,0,0,380,382,3,28,14,0,381,
        383,3,30,15,0,382,381,1,0,0,0,382,383,1,0,0,0,383,385,1,0,0,0,384,
        378,1,0,0,0,384,385,1,0,0,0,385,386,1,0,0,0,386,401,5,9,0,0,387,
        388,7,5,0,0,388,401,5,9,0,0,389,390,5,46,0,0,390,395,3,56,28,0,391,
        392,5,5,0,0,392,394,3,56,28,0,393,391,1,0,0,0,394,397,1,0,0,0,395,
        393,1,0,0,0,395,396,1,0,0,0,396,398,1,0,0,0,397,395,1,0,0,0,398,
        399,5,9,0,0,399,401,1,0,0,0,400,372,1,0,0,0,400,373,1,0,0,0,400,
        377,1,0,0,0,400,387,1,0,0,0,400,389,1,0,0,0,401,55,1,0,0,0,402,408,
        5,67,0,0,403,405,7,3,0,0,404,406,3,84,42,0,405,404,1,0,0,0,405,406,
        1,0,0,0,406,408,1,0,0,0,407,402,1,0,0,0,407,403,1,0,0,0,408,411,
        1,0,0,0,409,410,5,23,0,0,410,412,3,80,40,0,411,409,1,0,0,0,411,412,
        1,0,0,0,412,57,1,0,0,0,413,414,3,84,42,0,414,423,5,4,0,0,415,420,
        3,80,40,0,416,417,5,5,0,0,417,419,3,80,40,0,418,416,1,0,0,0,419,
        422,1,0,0,0,420,418,1,0,0,0,420,421,1,0,0,0,421,424,1,0,0,0,422,
        420,1,0,0,0,423,415,1,0,0,0,423,424,1,0,0,0,424,425,1,0,0,0,425,
        426,5,6,0,0,426,59,1,0,0,0,427,428,7,6,0,0,428,429,3,68,34,0,429,
        433,5,2,0,0,430,432,3,32,16,0,431,430,1,0,0,0,432,435,1,0,0,0,433,
        431,1,0,0,0,433,434,1,0,0,0,434,436,1,0,0,0,435,433,1,0,0,0,436,
        437,5,3,0,0,437,61,1,0,0,0,438,439,3,66,33,0,439,452,5,52,0,0,440,
        453,3,66,33,0,441,442,5,2,0,0,442,447,3,66,33,0,443,444,5,5,0,0,
        444,446,3,66,33,0,445,443,1,0,0,0,446,449,1,0,0,0,447,445,1,0,0,
        0,447,448,1,0,0,0,448,450,1,0,0,0,449,447,1,0,0,0,450,451,5,3,0,
        0,451,453,1,0,0,0,452,440,1,0,0,0,452,441,1,0,0,0,453,455,1,0,0,
        0,454,456,3,70,35,0,455,454,1,0,0,0,455,456,1,0,0,0,456,460,1,0,
        0,0,457,459,3,74,37,0,458,457,1,0,0,0,459,462,1,0,0,0,460,458,1,
        0,0,0,460,461,1,0,0,0,461,463,1,0,0,0,462,460,1,0,0,0,463,464,5,
        9,0,0,464,63,1,0,0,0,465,466,5,23,0,0,466,467,3,84,42,0,467,468,
        5,20,0,0,468,469,3,80,40,0,469,470,5,53,0,0,470,471,3,80,40,0,471,
        476,5,2,0,0,472,475,3,62,31,0,473,475,3,64,32,0,474,472,1,0,0,0,
        474,473,1,0,0,0,475,478,1,0,0,0,476,474,1,0,0,0,476,477,1,0,0,0,
        477,479,1,0,0,0,478,476,1,0,0,0,479,480,5,3,0,0,480,65,1,0,0,0,481,
        484,3,68,34,0,482,483,5,54,0,0,483,485,3,68,34,0,484,482,1,0,0,0,
        484,485,1,0,0,0,485,67,1,0,0,0,486,488,3,84,42,0,487,489,3,30,15,
        0,488,487,1,0,0,0,488,489,1,0,0,0,489,69,1,0,0,0,490,491,5,55,0,
        0,491,494,3,80,40,0,492,493,5,7,0,0,493,495,3,72,36,0,494,492,1,
        0,0,0,494,495,1,0,0,0,495,497,1,0,0,0,496,498,7,7,0,0,497,496,1,
        0,0,0,497,498,1,0,0,0,498,501,1,0,0,0,499,500,5,24,0,0,500,502,3,
        66,33,0,501,499,1,0,0,0,501,502,1,0,0,0,502,505,1,0,0,0,503,504,
        5,35,0,0,504,506,3,66,33,0,505,503,1,0,0,0,505,506,1,0,0,0,506,71,
        1,0,0,0,507,508,5,38,0,0,508,522,3,58,29,0,509,510,5,2,0,0,510,515,
        3,80,40,0,511,512,5,5,0,0,512,514,3,80,40,0,513,511,1,0,0,0,514,
        517,1,0,0,0,515,513,1,0,0,0,515,516,1,0,0,0,516,518,1,0,0,0,517,
        515,1,0,0,0,518,519,5,3,0,0,519,522,1,0,0,0,520,522,3,80,40,0,521,
        507,1,0,0,0,521,509,1,0,0,0,521,520,1,0,0,0,522,73,1,0,0,0,523,524,
        5,58,0,0,524,537,3,84,42,0,525,534,5,4,0,0,526,531,3,76,38,0,527,
        528,5,5,0,0,528,530,3,76,38,0,529,527,1,0,0,0,530,533,1,0,0,0,531,
        529,1,0,0,0,531,532,1,0,0,0,532,535,1,0,0,0,533,531,1,0,0,0,534,
        526,1,0,0,0,534,535,1,0,0,0,535,536,1,0,0,0,536,538,5,6,0,0,537,
        525,1,0,0,0,537,538,1,0,0,0,538,75,1,0,0,0,539,540,3,84,42,0,540,
        541,5,7,0,0,541,543,1,0,0,0,542,539,1,0,0,0,542,543,1,0,0,0,543,
        544,1,0,0,0,544,545,3,78,39,0,545,77,1,0,0,0,546,551,3,44,22,0,547,
        551,5,67,0,0,548,551,5,68,0,0,549,551,3,80,40,0,550,546,1,0,0,0,
        550,547,1,0,0,0,550,548,1,0,0,0,550,549,1,0,0,0,551,79,1,0,0,0,552,
        557,3,82,41,0,553,554,7,8,0,0,554,556,3,82,41,0,555,553,1,0,0,0,
        556,559,1,0,0,0,557,555,1,0,0,0,557,558,1,0,0,0,558,81,1,0,0,0,559,
        557,1,0,0,0,560,562,7,9,0,0,561,560,1,0,0,0,562,565,1,0,0,0,563,
        561,1,0,0,0,563,564,1,0,0,0,564,587,1,0,0,0,565,563,1,0,0,0,566,
        588,5,65,0,0,567,588,5,66,0,0,568,581,3,84,42,0,569,578,5,4,0,0,
        570,575,3,80,40,0,571,572,5,5,0,0,572,574,3,80,40,0,573,571,1,0,
        0,0,574,577,1,0,0,0,575,573,1,0,0,0,575,576,1,0,0,0,576,579,1,0,
        0,0,577,575,1,0,0,0,578,570,1,0,0,0,578,579,1,0,0,0,579,580,1,0,
        0,0,580,582,5,6,0,0,581,569,1,0,0,0,581,582,1,0,0,0,582,588,1,0,
        0,0,583,584,5,4,0,0,584,585,3,80,40,0,585,586,5,6,0,0,586,588,1,
        0,0,0,587,566,1,0,0,0,587,567,1,0,0,0,587,568,1,0,0,0,587,583,1,
        0,0,0,588,83,1,0,0,0,589,590,7,10,0,0,590,85,1,0,0,0,71,89,103,108,
        113,120,131,134,141,154,162,173,184,195,211,221,232,239,252,255,
        259,261,272,275,282,297,304,308,316,324,330,336,343,348,353,361,
        364,382,384,395,400,405,407,411,420,423,433,447,452,455,460,474,
        476,484,488,494,497,501,505,515,521,531,534,537,542,550,557,563,
        575,578,581,587
    ]

class SdfParser ( Parser ):

    grammarFileName = "Sdf.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'graph'", "'{'", "'}'", "'('", "','", 
                     "')'", "'='", "'import'", "';'", "'include'", "'source'", 
                     "'library'", "'param'", "'type'", "'object'", "'['", 
                     "']'", "'transient'", "'external'", "'in'", "'out'", 
                     "':'", "'for'", "'from'", "'step'", "'read_only'", 
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
                      "NAME", "INTEGER", "DECIMAL", "QUANTITY", "STRING", 
                      "SPACE", "COMMENT" ]

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
    NAME=64
    INTEGER=65
    DECIMAL=66
    QUANTITY=67
    STRING=68
    SPACE=69
    COMMENT=70

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
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 288230513590729986) != 0):
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
            elif token in [14]:
                self.enterOuterAlt(localctx, 6)
                self.state = 99
                self.typeDeclaration()
                pass
            elif token in [15]:
                self.enterOuterAlt(localctx, 7)
                self.state = 100
                self.objectDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 8)
                self.state = 101
                self.graph()
                pass
            elif token in [37, 58]:
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
            while _la==58:
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
            while ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -8950904293760795007) != 0):
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
            if ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9095019481836650879) != 0):
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

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_parameter




    def parameter(self):

        localctx = SdfParser.ParameterContext(self, self._ctx, self.state)
        self.enterRule(localctx, 20, self.RULE_parameter)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 200
            self.match(SdfParser.T__12)
            self.state = 201
            self.name()
            self.state = 202
            self.match(SdfParser.T__6)
            self.state = 203
            self.expression()
            self.state = 204
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
            self.state = 206
            self.match(SdfParser.T__13)
            self.state = 207
            self.name()
            self.state = 208
            self.match(SdfParser.T__6)
            self.state = 209
            self.typeWords()
            self.state = 211
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==16:
                self.state = 210
                self.brackets()


            self.state = 213
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
            self.state = 215
            self.match(SdfParser.T__14)
            self.state = 216
            self.typeWords()
            self.state = 217
            self.match(SdfParser.T__1)
            self.state = 221
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9095019481836650879) != 0):
                self.state = 218
                self.objectField()
                self.state = 223
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 224
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
            self.state = 226
            localctx.field = self.name()
            self.state = 232
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [16]:
                self.state = 227
                self.match(SdfParser.T__15)
                self.state = 228
                localctx.count = self.name()
                self.state = 229
                self.match(SdfParser.T__16)
                pass
            elif token in [18, 19]:
                self.state = 231
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==18 or _la==19):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            else:
                raise NoViableAltException(self)

            self.state = 234
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
            self.state = 237 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 236
                self.name()
                self.state = 239 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9095019481836650879) != 0)):
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
            self.state = 241
            self.match(SdfParser.T__15)
            self.state = 242
            self.expression()
            self.state = 243
            self.match(SdfParser.T__16)
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
            self.state = 245
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not(_la==20 or _la==21):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 246
            self.indexed()
            self.state = 247
            self.match(SdfParser.T__21)
            self.state = 248
            self.typeWords()
            self.state = 250 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 249
                self.rates()
                self.state = 252 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==16):
                    break

            self.state = 255
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==24:
                self.state = 254
                self.pattern()


            self.state = 261
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 288230406149373952) != 0):
                self.state = 259
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [26, 27, 28, 29, 30, 31, 33, 34]:
                    self.state = 257
                    self.clause()
                    pass
                elif token in [58]:
                    self.state = 258
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 263
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 264
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
            self.state = 266
            self.match(SdfParser.T__15)
            self.state = 275
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 1986087366946520338) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 7) != 0):
                self.state = 267
                self.rate()
                self.state = 272
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 268
                    self.match(SdfParser.T__4)
                    self.state = 269
                    self.rate()
                    self.state = 274
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 277
            self.match(SdfParser.T__16)
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
            self.state = 279
            self.expression()
            self.state = 282
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==23:
                self.state = 280
                self.match(SdfParser.T__22)
                self.state = 281
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
            self.state = 284
            self.match(SdfParser.T__23)
            self.state = 285
            self.expression()
            self.state = 286
            self.match(SdfParser.T__24)
            self.state = 287
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
            self.state = 304
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [26, 27, 28, 29, 30]:
                self.enterOuterAlt(localctx, 1)
                self.state = 289
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 2080374784) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            elif token in [31]:
                self.enterOuterAlt(localctx, 2)
                self.state = 290
                localctx.word = self.match(SdfParser.T__30)
                self.state = 297
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 291
                    self.match(SdfParser.T__3)
                    self.state = 292
                    self.match(SdfParser.T__31)
                    self.state = 293
                    self.match(SdfParser.T__6)
                    self.state = 294
                    self.percent()
                    self.state = 295
                    self.match(SdfParser.T__5)


                pass
            elif token in [33]:
                self.enterOuterAlt(localctx, 3)
                self.state = 299
                localctx.word = self.match(SdfParser.T__32)
                self.state = 300
                self.name()
                pass
            elif token in [34]:
                self.enterOuterAlt(localctx, 4)
                self.state = 301
                localctx.word = self.match(SdfParser.T__33)
                self.state = 302
                self.match(SdfParser.T__34)
                self.state = 303
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
            self.state = 308
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [67]:
                self.enterOuterAlt(localctx, 1)
                self.state = 306
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [1, 4, 8, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 55, 56, 57, 59, 60, 64, 65, 66]:
                self.enterOuterAlt(localctx, 2)
                self.state = 307
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
            self.state = 310
            _la = self._input.LA(1)
            if not(_la==65 or _la==66):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 311
            self.match(SdfParser.T__35)
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
            self.state = 316
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==58:
                self.state = 313
                self.annotation()
                self.state = 318
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 319
            self.match(SdfParser.T__36)
            self.state = 320
            self.indexed()
            self.state = 324
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==58:
                self.state = 321
                self.annotation()
                self.state = 326
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 327
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
            self.state = 353
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 330
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 329
                    self.parameters()


                self.state = 332
                self.match(SdfParser.T__1)
                self.state = 336
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 140462613594112) != 0):
                    self.state = 333
                    self.actorItem()
                    self.state = 338
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 339
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 340
                self.match(SdfParser.T__6)
                self.state = 341
                self.name()
                self.state = 343
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 342
                    self.arguments()


                self.state = 348
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==58:
                    self.state = 345
                    self.annotation()
                    self.state = 350
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 351
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
            self.state = 355
            self.match(SdfParser.T__3)
            self.state = 364
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9095019481836650879) != 0):
                self.state = 356
                self.argument()
                self.state = 361
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 357
                    self.match(SdfParser.T__4)
                    self.state = 358
                    self.argument()
                    self.state = 363
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 366
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
            self.state = 368
            self.name()
            self.state = 369
            self.match(SdfParser.T__6)
            self.state = 370
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
            self.state = 400
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [20, 21]:
                self.enterOuterAlt(localctx, 1)
                self.state = 372
                self.port()
                pass
            elif token in [38, 39, 40]:
                self.enterOuterAlt(localctx, 2)
                self.state = 373
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 1924145348608) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 374
                self.call()
                self.state = 375
                self.match(SdfParser.T__8)
                pass
            elif token in [41]:
                self.enterOuterAlt(localctx, 3)
                self.state = 377
                self.match(SdfParser.T__40)
                self.state = 384
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9095019481836650879) != 0):
                    self.state = 378
                    self.name()
                    self.state = 379
                    self.match(SdfParser.T__21)
                    self.state = 380
                    self.typeWords()
                    self.state = 382
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==16:
                        self.state = 381
                        self.brackets()




                self.state = 386
                self.match(SdfParser.T__8)
                pass
            elif token in [42, 43, 44, 45]:
                self.enterOuterAlt(localctx, 4)
                self.state = 387
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 65970697666560) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 388
                self.match(SdfParser.T__8)
                pass
            elif token in [46]:
                self.enterOuterAlt(localctx, 5)
                self.state = 389
                self.match(SdfParser.T__45)
                self.state = 390
                self.duration()
                self.state = 395
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 391
                    self.match(SdfParser.T__4)
                    self.state = 392
                    self.duration()
                    self.state = 397
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 398
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
            self.state = 407
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [67]:
                self.state = 402
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [65, 66]:
                self.state = 403
                _la = self._input.LA(1)
                if not(_la==65 or _la==66):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 405
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,40,self._ctx)
                if la_ == 1:
                    self.state = 404
                    self.name()


                pass
            else:
                raise NoViableAltException(self)

            self.state = 411
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==23:
                self.state = 409
                self.match(SdfParser.T__22)
                self.state = 410
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
            self.state = 413
            self.name()
            self.state = 414
            self.match(SdfParser.T__3)
            self.state = 423
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 1986087366946520338) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 7) != 0):
                self.state = 415
                self.expression()
                self.state = 420
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 416
                    self.match(SdfParser.T__4)
                    self.state = 417
                    self.expression()
                    self.state = 422
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 425
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
            self.state = 427
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 4362862139015168) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 428
            self.indexed()
            self.state = 429
            self.match(SdfParser.T__1)
            self.state = 433
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==20 or _la==21:
                self.state = 430
                self.port()
                self.state = 435
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 436
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
            self.state = 438
            self.endpoint()
            self.state = 439
            self.match(SdfParser.T__51)
            self.state = 452
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 55, 56, 57, 64]:
                self.state = 440
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 441
                self.match(SdfParser.T__1)
                self.state = 442
                self.endpoint()
                self.state = 447
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 443
                    self.match(SdfParser.T__4)
                    self.state = 444
                    self.endpoint()
                    self.state = 449
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 450
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 455
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==55:
                self.state = 454
                self.delay()


            self.state = 460
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==58:
                self.state = 457
                self.annotation()
                self.state = 462
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 463
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
            self.state = 465
            self.match(SdfParser.T__22)
            self.state = 466
            self.name()
            self.state = 467
            self.match(SdfParser.T__19)
            self.state = 468
            self.expression()
            self.state = 469
            self.match(SdfParser.T__52)
            self.state = 470
            self.expression()
            self.state = 471
            self.match(SdfParser.T__1)
            self.state = 476
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9095019481836650879) != 0):
                self.state = 474
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,50,self._ctx)
                if la_ == 1:
                    self.state = 472
                    self.edge()
                    pass

                elif la_ == 2:
                    self.state = 473
                    self.loop()
                    pass


                self.state = 478
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 479
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
            self.state = 481
            self.indexed()
            self.state = 484
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==54:
                self.state = 482
                self.match(SdfParser.T__53)
                self.state = 483
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
            self.state = 486
            self.name()
            self.state = 488
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==16:
                self.state = 487
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
            self.state = 490
            self.match(SdfParser.T__54)
            self.state = 491
            self.expression()
            self.state = 494
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 492
                self.match(SdfParser.T__6)
                self.state = 493
                self.initial()


            self.state = 497
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==56 or _la==57:
                self.state = 496
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==56 or _la==57):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()


            self.state = 501
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==24:
                self.state = 499
                self.match(SdfParser.T__23)
                self.state = 500
                localctx.setter = self.endpoint()


            self.state = 505
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==35:
                self.state = 503
                self.match(SdfParser.T__34)
                self.state = 504
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
            self.state = 521
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,59,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 507
                self.match(SdfParser.T__37)
                self.state = 508
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 509
                self.match(SdfParser.T__1)
                self.state = 510
                self.expression()
                self.state = 515
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 511
                    self.match(SdfParser.T__4)
                    self.state = 512
                    self.expression()
                    self.state = 517
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 518
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 520
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
            self.state = 523
            self.match(SdfParser.T__57)
            self.state = 524
            self.name()
            self.state = 537
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,62,self._ctx)
            if la_ == 1:
                self.state = 525
                self.match(SdfParser.T__3)
                self.state = 534
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 1986087366946520338) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 31) != 0):
                    self.state = 526
                    self.annotationArgument()
                    self.state = 531
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 527
                        self.match(SdfParser.T__4)
                        self.state = 528
                        self.annotationArgument()
                        self.state = 533
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 536
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
            self.state = 542
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,63,self._ctx)
            if la_ == 1:
                self.state = 539
                self.name()
                self.state = 540
                self.match(SdfParser.T__6)


            self.state = 544
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
            self.state = 550
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,64,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 546
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 547
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 548
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 549
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
            self.state = 552
            self.operand()
            self.state = 557
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & -576460683583946752) != 0):
                self.state = 553
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & -576460683583946752) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 554
                self.operand()
                self.state = 559
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
            self.state = 563
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==59 or _la==60:
                self.state = 560
                _la = self._input.LA(1)
                if not(_la==59 or _la==60):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 565
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 587
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [65]:
                self.state = 566
                self.match(SdfParser.INTEGER)
                pass
            elif token in [66]:
                self.state = 567
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 55, 56, 57, 64]:
                self.state = 568
                self.name()
                self.state = 581
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 569
                    self.match(SdfParser.T__3)
                    self.state = 578
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & 1986087366946520338) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 7) != 0):
                        self.state = 570
                        self.expression()
                        self.state = 575
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 571
                            self.match(SdfParser.T__4)
                            self.state = 572
                            self.expression()
                            self.state = 577
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 580
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 583
                self.match(SdfParser.T__3)
                self.state = 584
                self.expression()
                self.state = 585
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
            self.state = 589
            _la = self._input.LA(1)
            if not(((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9095019481836650879) != 0)):
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





