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
        4,1,63,501,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,1,0,5,0,74,8,0,10,0,12,0,77,9,0,1,0,1,0,
        1,1,1,1,1,1,1,1,1,1,1,1,3,1,87,8,1,1,2,1,2,1,2,3,2,92,8,2,1,2,5,
        2,95,8,2,10,2,12,2,98,9,2,1,2,1,2,5,2,102,8,2,10,2,12,2,105,9,2,
        1,2,1,2,1,3,1,3,1,3,1,3,5,3,113,8,3,10,3,12,3,116,9,3,3,3,118,8,
        3,1,3,1,3,1,4,1,4,1,4,1,4,1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,3,5,134,
        8,5,1,6,1,6,1,6,1,6,5,6,140,8,6,10,6,12,6,143,9,6,1,6,1,6,1,7,1,
        7,1,7,1,7,5,7,151,8,7,10,7,12,7,154,9,7,1,7,1,7,1,8,1,8,1,8,1,8,
        1,8,1,8,1,9,1,9,1,9,1,9,1,9,3,9,169,8,9,1,9,1,9,1,10,4,10,174,8,
        10,11,10,12,10,175,1,11,1,11,1,11,1,11,1,12,1,12,1,12,1,12,1,12,
        4,12,187,8,12,11,12,12,12,188,1,12,3,12,192,8,12,1,12,1,12,5,12,
        196,8,12,10,12,12,12,199,9,12,1,12,1,12,1,13,1,13,1,13,1,13,5,13,
        207,8,13,10,13,12,13,210,9,13,3,13,212,8,13,1,13,1,13,1,14,1,14,
        1,14,3,14,219,8,14,1,15,1,15,1,15,1,15,1,15,1,16,1,16,1,16,1,16,
        1,16,1,16,1,16,1,16,3,16,234,8,16,1,16,1,16,3,16,238,8,16,1,17,1,
        17,1,17,1,18,5,18,244,8,18,10,18,12,18,247,9,18,1,18,1,18,1,18,5,
        18,252,8,18,10,18,12,18,255,9,18,1,18,1,18,1,19,3,19,260,8,19,1,
        19,1,19,5,19,264,8,19,10,19,12,19,267,9,19,1,19,1,19,1,19,1,19,3,
        19,273,8,19,1,19,5,19,276,8,19,10,19,12,19,279,9,19,1,19,1,19,3,
        19,283,8,19,1,20,1,20,1,20,1,20,5,20,289,8,20,10,20,12,20,292,9,
        20,3,20,294,8,20,1,20,1,20,1,21,1,21,1,21,1,21,1,22,1,22,1,22,1,
        22,1,22,1,22,1,22,1,22,1,22,1,22,3,22,312,8,22,3,22,314,8,22,1,22,
        1,22,1,22,1,22,1,22,1,22,1,22,5,22,323,8,22,10,22,12,22,326,9,22,
        1,22,1,22,3,22,330,8,22,1,23,1,23,1,23,3,23,335,8,23,3,23,337,8,
        23,1,23,1,23,3,23,341,8,23,1,24,1,24,1,24,1,24,1,24,5,24,348,8,24,
        10,24,12,24,351,9,24,3,24,353,8,24,1,24,1,24,1,25,1,25,1,25,1,25,
        5,25,361,8,25,10,25,12,25,364,9,25,1,25,1,25,1,26,1,26,1,26,1,26,
        1,26,1,26,1,26,5,26,375,8,26,10,26,12,26,378,9,26,1,26,1,26,3,26,
        382,8,26,1,26,3,26,385,8,26,1,26,5,26,388,8,26,10,26,12,26,391,9,
        26,1,26,1,26,1,27,1,27,1,27,3,27,398,8,27,1,28,1,28,1,28,1,28,3,
        28,404,8,28,1,28,3,28,407,8,28,1,28,1,28,3,28,411,8,28,1,28,1,28,
        3,28,415,8,28,1,29,1,29,1,29,1,29,1,29,1,29,5,29,423,8,29,10,29,
        12,29,426,9,29,1,29,1,29,1,29,3,29,431,8,29,1,30,1,30,1,30,1,30,
        1,30,1,30,5,30,439,8,30,10,30,12,30,442,9,30,3,30,444,8,30,1,30,
        3,30,447,8,30,1,31,1,31,1,31,3,31,452,8,31,1,31,1,31,1,32,1,32,1,
        32,1,32,3,32,460,8,32,1,33,1,33,1,33,5,33,465,8,33,10,33,12,33,468,
        9,33,1,34,5,34,471,8,34,10,34,12,34,474,9,34,1,34,1,34,1,34,1,34,
        1,34,1,34,1,34,5,34,483,8,34,10,34,12,34,486,9,34,3,34,488,8,34,
        1,34,3,34,491,8,34,1,34,1,34,1,34,1,34,3,34,497,8,34,1,35,1,35,1,
        35,0,0,36,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,
        40,42,44,46,48,50,52,54,56,58,60,62,64,66,68,70,0,10,1,0,15,16,1,
        0,21,25,1,0,58,59,1,0,31,33,1,0,35,38,1,0,40,44,1,0,48,49,2,0,29,
        29,52,56,1,0,52,53,8,0,1,1,8,8,10,12,15,16,18,28,30,44,47,50,57,
        57,545,0,75,1,0,0,0,2,86,1,0,0,0,4,88,1,0,0,0,6,108,1,0,0,0,8,121,
        1,0,0,0,10,133,1,0,0,0,12,135,1,0,0,0,14,146,1,0,0,0,16,157,1,0,
        0,0,18,163,1,0,0,0,20,173,1,0,0,0,22,177,1,0,0,0,24,181,1,0,0,0,
        26,202,1,0,0,0,28,215,1,0,0,0,30,220,1,0,0,0,32,237,1,0,0,0,34,239,
        1,0,0,0,36,245,1,0,0,0,38,282,1,0,0,0,40,284,1,0,0,0,42,297,1,0,
        0,0,44,329,1,0,0,0,46,336,1,0,0,0,48,342,1,0,0,0,50,356,1,0,0,0,
        52,367,1,0,0,0,54,394,1,0,0,0,56,399,1,0,0,0,58,430,1,0,0,0,60,432,
        1,0,0,0,62,451,1,0,0,0,64,459,1,0,0,0,66,461,1,0,0,0,68,472,1,0,
        0,0,70,498,1,0,0,0,72,74,3,2,1,0,73,72,1,0,0,0,74,77,1,0,0,0,75,
        73,1,0,0,0,75,76,1,0,0,0,76,78,1,0,0,0,77,75,1,0,0,0,78,79,5,0,0,
        1,79,1,1,0,0,0,80,87,3,12,6,0,81,87,3,14,7,0,82,87,3,16,8,0,83,87,
        3,18,9,0,84,87,3,4,2,0,85,87,3,36,18,0,86,80,1,0,0,0,86,81,1,0,0,
        0,86,82,1,0,0,0,86,83,1,0,0,0,86,84,1,0,0,0,86,85,1,0,0,0,87,3,1,
        0,0,0,88,89,5,1,0,0,89,91,3,70,35,0,90,92,3,6,3,0,91,90,1,0,0,0,
        91,92,1,0,0,0,92,96,1,0,0,0,93,95,3,60,30,0,94,93,1,0,0,0,95,98,
        1,0,0,0,96,94,1,0,0,0,96,97,1,0,0,0,97,99,1,0,0,0,98,96,1,0,0,0,
        99,103,5,2,0,0,100,102,3,10,5,0,101,100,1,0,0,0,102,105,1,0,0,0,
        103,101,1,0,0,0,103,104,1,0,0,0,104,106,1,0,0,0,105,103,1,0,0,0,
        106,107,5,3,0,0,107,5,1,0,0,0,108,117,5,4,0,0,109,114,3,8,4,0,110,
        111,5,5,0,0,111,113,3,8,4,0,112,110,1,0,0,0,113,116,1,0,0,0,114,
        112,1,0,0,0,114,115,1,0,0,0,115,118,1,0,0,0,116,114,1,0,0,0,117,
        109,1,0,0,0,117,118,1,0,0,0,118,119,1,0,0,0,119,120,5,6,0,0,120,
        7,1,0,0,0,121,122,3,70,35,0,122,123,5,7,0,0,123,124,3,66,33,0,124,
        9,1,0,0,0,125,134,3,12,6,0,126,134,3,14,7,0,127,134,3,16,8,0,128,
        134,3,18,9,0,129,134,3,24,12,0,130,134,3,36,18,0,131,134,3,50,25,
        0,132,134,3,52,26,0,133,125,1,0,0,0,133,126,1,0,0,0,133,127,1,0,
        0,0,133,128,1,0,0,0,133,129,1,0,0,0,133,130,1,0,0,0,133,131,1,0,
        0,0,133,132,1,0,0,0,134,11,1,0,0,0,135,136,5,8,0,0,136,141,5,61,
        0,0,137,138,5,5,0,0,138,140,5,61,0,0,139,137,1,0,0,0,140,143,1,0,
        0,0,141,139,1,0,0,0,141,142,1,0,0,0,142,144,1,0,0,0,143,141,1,0,
        0,0,144,145,5,9,0,0,145,13,1,0,0,0,146,147,5,10,0,0,147,152,5,61,
        0,0,148,149,5,5,0,0,149,151,5,61,0,0,150,148,1,0,0,0,151,154,1,0,
        0,0,152,150,1,0,0,0,152,153,1,0,0,0,153,155,1,0,0,0,154,152,1,0,
        0,0,155,156,5,9,0,0,156,15,1,0,0,0,157,158,5,11,0,0,158,159,3,70,
        35,0,159,160,5,7,0,0,160,161,3,66,33,0,161,162,5,9,0,0,162,17,1,
        0,0,0,163,164,5,12,0,0,164,165,3,70,35,0,165,166,5,7,0,0,166,168,
        3,20,10,0,167,169,3,22,11,0,168,167,1,0,0,0,168,169,1,0,0,0,169,
        170,1,0,0,0,170,171,5,9,0,0,171,19,1,0,0,0,172,174,3,70,35,0,173,
        172,1,0,0,0,174,175,1,0,0,0,175,173,1,0,0,0,175,176,1,0,0,0,176,
        21,1,0,0,0,177,178,5,13,0,0,178,179,3,66,33,0,179,180,5,14,0,0,180,
        23,1,0,0,0,181,182,7,0,0,0,182,183,3,70,35,0,183,184,5,17,0,0,184,
        186,3,20,10,0,185,187,3,26,13,0,186,185,1,0,0,0,187,188,1,0,0,0,
        188,186,1,0,0,0,188,189,1,0,0,0,189,191,1,0,0,0,190,192,3,30,15,
        0,191,190,1,0,0,0,191,192,1,0,0,0,192,197,1,0,0,0,193,196,3,32,16,
        0,194,196,3,60,30,0,195,193,1,0,0,0,195,194,1,0,0,0,196,199,1,0,
        0,0,197,195,1,0,0,0,197,198,1,0,0,0,198,200,1,0,0,0,199,197,1,0,
        0,0,200,201,5,9,0,0,201,25,1,0,0,0,202,211,5,13,0,0,203,208,3,28,
        14,0,204,205,5,5,0,0,205,207,3,28,14,0,206,204,1,0,0,0,207,210,1,
        0,0,0,208,206,1,0,0,0,208,209,1,0,0,0,209,212,1,0,0,0,210,208,1,
        0,0,0,211,203,1,0,0,0,211,212,1,0,0,0,212,213,1,0,0,0,213,214,5,
        14,0,0,214,27,1,0,0,0,215,218,3,66,33,0,216,217,5,18,0,0,217,219,
        3,66,33,0,218,216,1,0,0,0,218,219,1,0,0,0,219,29,1,0,0,0,220,221,
        5,19,0,0,221,222,3,66,33,0,222,223,5,20,0,0,223,224,3,66,33,0,224,
        31,1,0,0,0,225,238,7,1,0,0,226,233,5,26,0,0,227,228,5,4,0,0,228,
        229,5,27,0,0,229,230,5,7,0,0,230,231,3,34,17,0,231,232,5,6,0,0,232,
        234,1,0,0,0,233,227,1,0,0,0,233,234,1,0,0,0,234,238,1,0,0,0,235,
        236,5,28,0,0,236,238,3,70,35,0,237,225,1,0,0,0,237,226,1,0,0,0,237,
        235,1,0,0,0,238,33,1,0,0,0,239,240,7,2,0,0,240,241,5,29,0,0,241,
        35,1,0,0,0,242,244,3,60,30,0,243,242,1,0,0,0,244,247,1,0,0,0,245,
        243,1,0,0,0,245,246,1,0,0,0,246,248,1,0,0,0,247,245,1,0,0,0,248,
        249,5,30,0,0,249,253,3,70,35,0,250,252,3,60,30,0,251,250,1,0,0,0,
        252,255,1,0,0,0,253,251,1,0,0,0,253,254,1,0,0,0,254,256,1,0,0,0,
        255,253,1,0,0,0,256,257,3,38,19,0,257,37,1,0,0,0,258,260,3,6,3,0,
        259,258,1,0,0,0,259,260,1,0,0,0,260,261,1,0,0,0,261,265,5,2,0,0,
        262,264,3,44,22,0,263,262,1,0,0,0,264,267,1,0,0,0,265,263,1,0,0,
        0,265,266,1,0,0,0,266,268,1,0,0,0,267,265,1,0,0,0,268,283,5,3,0,
        0,269,270,5,7,0,0,270,272,3,70,35,0,271,273,3,40,20,0,272,271,1,
        0,0,0,272,273,1,0,0,0,273,277,1,0,0,0,274,276,3,60,30,0,275,274,
        1,0,0,0,276,279,1,0,0,0,277,275,1,0,0,0,277,278,1,0,0,0,278,280,
        1,0,0,0,279,277,1,0,0,0,280,281,5,9,0,0,281,283,1,0,0,0,282,259,
        1,0,0,0,282,269,1,0,0,0,283,39,1,0,0,0,284,293,5,4,0,0,285,290,3,
        42,21,0,286,287,5,5,0,0,287,289,3,42,21,0,288,286,1,0,0,0,289,292,
        1,0,0,0,290,288,1,0,0,0,290,291,1,0,0,0,291,294,1,0,0,0,292,290,
        1,0,0,0,293,285,1,0,0,0,293,294,1,0,0,0,294,295,1,0,0,0,295,296,
        5,6,0,0,296,41,1,0,0,0,297,298,3,70,35,0,298,299,5,7,0,0,299,300,
        3,66,33,0,300,43,1,0,0,0,301,330,3,24,12,0,302,303,7,3,0,0,303,304,
        3,48,24,0,304,305,5,9,0,0,305,330,1,0,0,0,306,313,5,34,0,0,307,308,
        3,70,35,0,308,309,5,17,0,0,309,311,3,20,10,0,310,312,3,22,11,0,311,
        310,1,0,0,0,311,312,1,0,0,0,312,314,1,0,0,0,313,307,1,0,0,0,313,
        314,1,0,0,0,314,315,1,0,0,0,315,330,5,9,0,0,316,317,7,4,0,0,317,
        330,5,9,0,0,318,319,5,39,0,0,319,324,3,46,23,0,320,321,5,5,0,0,321,
        323,3,46,23,0,322,320,1,0,0,0,323,326,1,0,0,0,324,322,1,0,0,0,324,
        325,1,0,0,0,325,327,1,0,0,0,326,324,1,0,0,0,327,328,5,9,0,0,328,
        330,1,0,0,0,329,301,1,0,0,0,329,302,1,0,0,0,329,306,1,0,0,0,329,
        316,1,0,0,0,329,318,1,0,0,0,330,45,1,0,0,0,331,337,5,60,0,0,332,
        334,7,2,0,0,333,335,3,70,35,0,334,333,1,0,0,0,334,335,1,0,0,0,335,
        337,1,0,0,0,336,331,1,0,0,0,336,332,1,0,0,0,337,340,1,0,0,0,338,
        339,5,18,0,0,339,341,3,66,33,0,340,338,1,0,0,0,340,341,1,0,0,0,341,
        47,1,0,0,0,342,343,3,70,35,0,343,352,5,4,0,0,344,349,3,66,33,0,345,
        346,5,5,0,0,346,348,3,66,33,0,347,345,1,0,0,0,348,351,1,0,0,0,349,
        347,1,0,0,0,349,350,1,0,0,0,350,353,1,0,0,0,351,349,1,0,0,0,352,
        344,1,0,0,0,352,353,1,0,0,0,353,354,1,0,0,0,354,355,5,6,0,0,355,
        49,1,0,0,0,356,357,7,5,0,0,357,358,3,70,35,0,358,362,5,2,0,0,359,
        361,3,24,12,0,360,359,1,0,0,0,361,364,1,0,0,0,362,360,1,0,0,0,362,
        363,1,0,0,0,363,365,1,0,0,0,364,362,1,0,0,0,365,366,5,3,0,0,366,
        51,1,0,0,0,367,368,3,54,27,0,368,381,5,45,0,0,369,382,3,54,27,0,
        370,371,5,2,0,0,371,376,3,54,27,0,372,373,5,5,0,0,373,375,3,54,27,
        0,374,372,1,0,0,0,375,378,1,0,0,0,376,374,1,0,0,0,376,377,1,0,0,
        0,377,379,1,0,0,0,378,376,1,0,0,0,379,380,5,3,0,0,380,382,1,0,0,
        0,381,369,1,0,0,0,381,370,1,0,0,0,382,384,1,0,0,0,383,385,3,56,28,
        0,384,383,1,0,0,0,384,385,1,0,0,0,385,389,1,0,0,0,386,388,3,60,30,
        0,387,386,1,0,0,0,388,391,1,0,0,0,389,387,1,0,0,0,389,390,1,0,0,
        0,390,392,1,0,0,0,391,389,1,0,0,0,392,393,5,9,0,0,393,53,1,0,0,0,
        394,397,3,70,35,0,395,396,5,46,0,0,396,398,3,70,35,0,397,395,1,0,
        0,0,397,398,1,0,0,0,398,55,1,0,0,0,399,400,5,47,0,0,400,403,3,66,
        33,0,401,402,5,7,0,0,402,404,3,58,29,0,403,401,1,0,0,0,403,404,1,
        0,0,0,404,406,1,0,0,0,405,407,7,6,0,0,406,405,1,0,0,0,406,407,1,
        0,0,0,407,410,1,0,0,0,408,409,5,19,0,0,409,411,3,54,27,0,410,408,
        1,0,0,0,410,411,1,0,0,0,411,414,1,0,0,0,412,413,5,50,0,0,413,415,
        3,54,27,0,414,412,1,0,0,0,414,415,1,0,0,0,415,57,1,0,0,0,416,417,
        5,31,0,0,417,431,3,48,24,0,418,419,5,2,0,0,419,424,3,66,33,0,420,
        421,5,5,0,0,421,423,3,66,33,0,422,420,1,0,0,0,423,426,1,0,0,0,424,
        422,1,0,0,0,424,425,1,0,0,0,425,427,1,0,0,0,426,424,1,0,0,0,427,
        428,5,3,0,0,428,431,1,0,0,0,429,431,3,66,33,0,430,416,1,0,0,0,430,
        418,1,0,0,0,430,429,1,0,0,0,431,59,1,0,0,0,432,433,5,51,0,0,433,
        446,3,70,35,0,434,443,5,4,0,0,435,440,3,62,31,0,436,437,5,5,0,0,
        437,439,3,62,31,0,438,436,1,0,0,0,439,442,1,0,0,0,440,438,1,0,0,
        0,440,441,1,0,0,0,441,444,1,0,0,0,442,440,1,0,0,0,443,435,1,0,0,
        0,443,444,1,0,0,0,444,445,1,0,0,0,445,447,5,6,0,0,446,434,1,0,0,
        0,446,447,1,0,0,0,447,61,1,0,0,0,448,449,3,70,35,0,449,450,5,7,0,
        0,450,452,1,0,0,0,451,448,1,0,0,0,451,452,1,0,0,0,452,453,1,0,0,
        0,453,454,3,64,32,0,454,63,1,0,0,0,455,460,3,34,17,0,456,460,5,60,
        0,0,457,460,5,61,0,0,458,460,3,66,33,0,459,455,1,0,0,0,459,456,1,
        0,0,0,459,457,1,0,0,0,459,458,1,0,0,0,460,65,1,0,0,0,461,466,3,68,
        34,0,462,463,7,7,0,0,463,465,3,68,34,0,464,462,1,0,0,0,465,468,1,
        0,0,0,466,464,1,0,0,0,466,467,1,0,0,0,467,67,1,0,0,0,468,466,1,0,
        0,0,469,471,7,8,0,0,470,469,1,0,0,0,471,474,1,0,0,0,472,470,1,0,
        0,0,472,473,1,0,0,0,473,496,1,0,0,0,474,472,1,0,0,0,475,497,5,58,
        0,0,476,497,5,59,0,0,477,490,3,70,35,0,478,487,5,4,0,0,479,484,3,
        66,33,0,480,481,5,5,0,0,481,483,3,66,33,0,482,480,1,0,0,0,483,486,
        1,0,0,0,484,482,1,0,0,0,484,485,1,0,0,0,485,488,1,0,0,0,486,484,
        1,0,0,0,487,479,1,0,0,0,487,488,1,0,0,0,488,489,1,0,0,0,489,491,
        5,6,0,0,490,478,1,0,0,0,490,491,1,0,0,0,491,497,1,0,0,0,492,493,
        5,4,0,0,493,494,3,66,33,0,494,495,5,6,0,0,495,497,1,0,0,0,496,475,
        1,0,0,0,496,476,1,0,0,0,496,477,1,0,0,0,496,492,1,0,0,0,497,69,1,
        0,0,0,498,499,7,9,0,0,499,71,1,0,0,0,62,75,86,91,96,103,114,117,
        133,141,152,168,175,188,191,195,197,208,211,218,233,237,245,253,
        259,265,272,277,282,290,293,311,313,324,329,334,336,340,349,352,
        362,376,381,384,389,397,403,406,410,414,424,430,440,443,446,451,
        459,466,472,484,487,490,496
    ]

class SdfParser ( Parser ):

    grammarFileName = "Sdf.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'graph'", "'{'", "'}'", "'('", "','", 
                     "')'", "'='", "'include'", "';'", "'source'", "'param'", 
                     "'type'", "'['", "']'", "'in'", "'out'", "':'", "'for'", 
                     "'from'", "'step'", "'read_only'", "'read_write'", 
                     "'write_only'", "'unused'", "'partial'", "'read_mostly'", 
                     "'written'", "'overlays'", "'%'", "'actor'", "'init'", 
                     "'fire'", "'end'", "'state'", "'stops'", "'effect'", 
                     "'io'", "'stateless'", "'time'", "'broadcast'", "'roundbuffer'", 
                     "'fork'", "'join'", "'slice'", "'->'", "'.'", "'delay'", 
                     "'keep'", "'reset'", "'to'", "'@'", "'+'", "'-'", "'*'", 
                     "'/'", "'**'" ]

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
                      "<INVALID>", "NAME", "INTEGER", "DECIMAL", "QUANTITY", 
                      "STRING", "SPACE", "COMMENT" ]

    RULE_file = 0
    RULE_fileItem = 1
    RULE_graph = 2
    RULE_parameters = 3
    RULE_parameterDefault = 4
    RULE_statement = 5
    RULE_include = 6
    RULE_source = 7
    RULE_parameter = 8
    RULE_typeDeclaration = 9
    RULE_typeWords = 10
    RULE_brackets = 11
    RULE_port = 12
    RULE_rates = 13
    RULE_rate = 14
    RULE_pattern = 15
    RULE_clause = 16
    RULE_percent = 17
    RULE_annotatedActor = 18
    RULE_actorRest = 19
    RULE_arguments = 20
    RULE_argument = 21
    RULE_actorItem = 22
    RULE_duration = 23
    RULE_call = 24
    RULE_mover = 25
    RULE_edge = 26
    RULE_endpoint = 27
    RULE_delay = 28
    RULE_initial = 29
    RULE_annotation = 30
    RULE_annotationArgument = 31
    RULE_annotationValue = 32
    RULE_expression = 33
    RULE_operand = 34
    RULE_name = 35

    ruleNames =  [ "file", "fileItem", "graph", "parameters", "parameterDefault", 
                   "statement", "include", "source", "parameter", "typeDeclaration", 
                   "typeWords", "brackets", "port", "rates", "rate", "pattern", 
                   "clause", "percent", "annotatedActor", "actorRest", "arguments", 
                   "argument", "actorItem", "duration", "call", "mover", 
                   "edge", "endpoint", "delay", "initial", "annotation", 
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
    NAME=57
    INTEGER=58
    DECIMAL=59
    QUANTITY=60
    STRING=61
    SPACE=62
    COMMENT=63

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
            self.state = 75
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 2251800887434498) != 0):
                self.state = 72
                self.fileItem()
                self.state = 77
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 78
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


        def parameter(self):
            return self.getTypedRuleContext(SdfParser.ParameterContext,0)


        def typeDeclaration(self):
            return self.getTypedRuleContext(SdfParser.TypeDeclarationContext,0)


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
            self.state = 86
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [8]:
                self.enterOuterAlt(localctx, 1)
                self.state = 80
                self.include()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 2)
                self.state = 81
                self.source()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 82
                self.parameter()
                pass
            elif token in [12]:
                self.enterOuterAlt(localctx, 4)
                self.state = 83
                self.typeDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 5)
                self.state = 84
                self.graph()
                pass
            elif token in [30, 51]:
                self.enterOuterAlt(localctx, 6)
                self.state = 85
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
            self.state = 88
            self.match(SdfParser.T__0)
            self.state = 89
            self.name()
            self.state = 91
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==4:
                self.state = 90
                self.parameters()


            self.state = 96
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==51:
                self.state = 93
                self.annotation()
                self.state = 98
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 99
            self.match(SdfParser.T__1)
            self.state = 103
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 148513234049932546) != 0):
                self.state = 100
                self.statement()
                self.state = 105
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 106
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
            self.state = 108
            self.match(SdfParser.T__3)
            self.state = 117
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 146261434236247298) != 0):
                self.state = 109
                self.parameterDefault()
                self.state = 114
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 110
                    self.match(SdfParser.T__4)
                    self.state = 111
                    self.parameterDefault()
                    self.state = 116
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 119
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
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 121
            self.name()
            self.state = 122
            self.match(SdfParser.T__6)
            self.state = 123
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


        def parameter(self):
            return self.getTypedRuleContext(SdfParser.ParameterContext,0)


        def typeDeclaration(self):
            return self.getTypedRuleContext(SdfParser.TypeDeclarationContext,0)


        def port(self):
            return self.getTypedRuleContext(SdfParser.PortContext,0)


        def annotatedActor(self):
            return self.getTypedRuleContext(SdfParser.AnnotatedActorContext,0)


        def mover(self):
            return self.getTypedRuleContext(SdfParser.MoverContext,0)


        def edge(self):
            return self.getTypedRuleContext(SdfParser.EdgeContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_statement




    def statement(self):

        localctx = SdfParser.StatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 10, self.RULE_statement)
        try:
            self.state = 133
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,7,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 125
                self.include()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 126
                self.source()
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 127
                self.parameter()
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 128
                self.typeDeclaration()
                pass

            elif la_ == 5:
                self.enterOuterAlt(localctx, 5)
                self.state = 129
                self.port()
                pass

            elif la_ == 6:
                self.enterOuterAlt(localctx, 6)
                self.state = 130
                self.annotatedActor()
                pass

            elif la_ == 7:
                self.enterOuterAlt(localctx, 7)
                self.state = 131
                self.mover()
                pass

            elif la_ == 8:
                self.enterOuterAlt(localctx, 8)
                self.state = 132
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
            self.state = 135
            self.match(SdfParser.T__7)
            self.state = 136
            self.match(SdfParser.STRING)
            self.state = 141
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 137
                self.match(SdfParser.T__4)
                self.state = 138
                self.match(SdfParser.STRING)
                self.state = 143
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 144
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
            self.state = 146
            self.match(SdfParser.T__9)
            self.state = 147
            self.match(SdfParser.STRING)
            self.state = 152
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 148
                self.match(SdfParser.T__4)
                self.state = 149
                self.match(SdfParser.STRING)
                self.state = 154
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 155
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
        self.enterRule(localctx, 16, self.RULE_parameter)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 157
            self.match(SdfParser.T__10)
            self.state = 158
            self.name()
            self.state = 159
            self.match(SdfParser.T__6)
            self.state = 160
            self.expression()
            self.state = 161
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
        self.enterRule(localctx, 18, self.RULE_typeDeclaration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 163
            self.match(SdfParser.T__11)
            self.state = 164
            self.name()
            self.state = 165
            self.match(SdfParser.T__6)
            self.state = 166
            self.typeWords()
            self.state = 168
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==13:
                self.state = 167
                self.brackets()


            self.state = 170
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
        self.enterRule(localctx, 20, self.RULE_typeWords)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 173 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 172
                self.name()
                self.state = 175 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & 146261434236247298) != 0)):
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
        self.enterRule(localctx, 22, self.RULE_brackets)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 177
            self.match(SdfParser.T__12)
            self.state = 178
            self.expression()
            self.state = 179
            self.match(SdfParser.T__13)
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
        self.enterRule(localctx, 24, self.RULE_port)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 181
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not(_la==15 or _la==16):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 182
            self.name()
            self.state = 183
            self.match(SdfParser.T__16)
            self.state = 184
            self.typeWords()
            self.state = 186 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 185
                self.rates()
                self.state = 188 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==13):
                    break

            self.state = 191
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==19:
                self.state = 190
                self.pattern()


            self.state = 197
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 2251800214241280) != 0):
                self.state = 195
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [21, 22, 23, 24, 25, 26, 28]:
                    self.state = 193
                    self.clause()
                    pass
                elif token in [51]:
                    self.state = 194
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 199
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 200
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
        self.enterRule(localctx, 26, self.RULE_rates)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 202
            self.match(SdfParser.T__12)
            self.state = 211
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 1024463361573494034) != 0):
                self.state = 203
                self.rate()
                self.state = 208
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 204
                    self.match(SdfParser.T__4)
                    self.state = 205
                    self.rate()
                    self.state = 210
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 213
            self.match(SdfParser.T__13)
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
        self.enterRule(localctx, 28, self.RULE_rate)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 215
            self.expression()
            self.state = 218
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==18:
                self.state = 216
                self.match(SdfParser.T__17)
                self.state = 217
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
        self.enterRule(localctx, 30, self.RULE_pattern)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 220
            self.match(SdfParser.T__18)
            self.state = 221
            self.expression()
            self.state = 222
            self.match(SdfParser.T__19)
            self.state = 223
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


        def getRuleIndex(self):
            return SdfParser.RULE_clause




    def clause(self):

        localctx = SdfParser.ClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 32, self.RULE_clause)
        self._la = 0 # Token type
        try:
            self.state = 237
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [21, 22, 23, 24, 25]:
                self.enterOuterAlt(localctx, 1)
                self.state = 225
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 65011712) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            elif token in [26]:
                self.enterOuterAlt(localctx, 2)
                self.state = 226
                localctx.word = self.match(SdfParser.T__25)
                self.state = 233
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 227
                    self.match(SdfParser.T__3)
                    self.state = 228
                    self.match(SdfParser.T__26)
                    self.state = 229
                    self.match(SdfParser.T__6)
                    self.state = 230
                    self.percent()
                    self.state = 231
                    self.match(SdfParser.T__5)


                pass
            elif token in [28]:
                self.enterOuterAlt(localctx, 3)
                self.state = 235
                localctx.word = self.match(SdfParser.T__27)
                self.state = 236
                self.name()
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
        self.enterRule(localctx, 34, self.RULE_percent)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 239
            _la = self._input.LA(1)
            if not(_la==58 or _la==59):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 240
            self.match(SdfParser.T__28)
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
        self.enterRule(localctx, 36, self.RULE_annotatedActor)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 245
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==51:
                self.state = 242
                self.annotation()
                self.state = 247
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 248
            self.match(SdfParser.T__29)
            self.state = 249
            self.name()
            self.state = 253
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==51:
                self.state = 250
                self.annotation()
                self.state = 255
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 256
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
        self.enterRule(localctx, 38, self.RULE_actorRest)
        self._la = 0 # Token type
        try:
            self.state = 282
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 259
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 258
                    self.parameters()


                self.state = 261
                self.match(SdfParser.T__1)
                self.state = 265
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 1097364242432) != 0):
                    self.state = 262
                    self.actorItem()
                    self.state = 267
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 268
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 269
                self.match(SdfParser.T__6)
                self.state = 270
                self.name()
                self.state = 272
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 271
                    self.arguments()


                self.state = 277
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==51:
                    self.state = 274
                    self.annotation()
                    self.state = 279
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 280
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
        self.enterRule(localctx, 40, self.RULE_arguments)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 284
            self.match(SdfParser.T__3)
            self.state = 293
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 146261434236247298) != 0):
                self.state = 285
                self.argument()
                self.state = 290
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 286
                    self.match(SdfParser.T__4)
                    self.state = 287
                    self.argument()
                    self.state = 292
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 295
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
        self.enterRule(localctx, 42, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 297
            self.name()
            self.state = 298
            self.match(SdfParser.T__6)
            self.state = 299
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
        self.enterRule(localctx, 44, self.RULE_actorItem)
        self._la = 0 # Token type
        try:
            self.state = 329
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [15, 16]:
                self.enterOuterAlt(localctx, 1)
                self.state = 301
                self.port()
                pass
            elif token in [31, 32, 33]:
                self.enterOuterAlt(localctx, 2)
                self.state = 302
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 15032385536) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 303
                self.call()
                self.state = 304
                self.match(SdfParser.T__8)
                pass
            elif token in [34]:
                self.enterOuterAlt(localctx, 3)
                self.state = 306
                self.match(SdfParser.T__33)
                self.state = 313
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 146261434236247298) != 0):
                    self.state = 307
                    self.name()
                    self.state = 308
                    self.match(SdfParser.T__16)
                    self.state = 309
                    self.typeWords()
                    self.state = 311
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==13:
                        self.state = 310
                        self.brackets()




                self.state = 315
                self.match(SdfParser.T__8)
                pass
            elif token in [35, 36, 37, 38]:
                self.enterOuterAlt(localctx, 4)
                self.state = 316
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 515396075520) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 317
                self.match(SdfParser.T__8)
                pass
            elif token in [39]:
                self.enterOuterAlt(localctx, 5)
                self.state = 318
                self.match(SdfParser.T__38)
                self.state = 319
                self.duration()
                self.state = 324
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 320
                    self.match(SdfParser.T__4)
                    self.state = 321
                    self.duration()
                    self.state = 326
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 327
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
        self.enterRule(localctx, 46, self.RULE_duration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 336
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [60]:
                self.state = 331
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [58, 59]:
                self.state = 332
                _la = self._input.LA(1)
                if not(_la==58 or _la==59):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 334
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,34,self._ctx)
                if la_ == 1:
                    self.state = 333
                    self.name()


                pass
            else:
                raise NoViableAltException(self)

            self.state = 340
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==18:
                self.state = 338
                self.match(SdfParser.T__17)
                self.state = 339
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
        self.enterRule(localctx, 48, self.RULE_call)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 342
            self.name()
            self.state = 343
            self.match(SdfParser.T__3)
            self.state = 352
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 1024463361573494034) != 0):
                self.state = 344
                self.expression()
                self.state = 349
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 345
                    self.match(SdfParser.T__4)
                    self.state = 346
                    self.expression()
                    self.state = 351
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 354
            self.match(SdfParser.T__5)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class MoverContext(ParserRuleContext):
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
            return SdfParser.RULE_mover




    def mover(self):

        localctx = SdfParser.MoverContext(self, self._ctx, self.state)
        self.enterRule(localctx, 50, self.RULE_mover)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 356
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 34084860461056) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 357
            self.name()
            self.state = 358
            self.match(SdfParser.T__1)
            self.state = 362
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==15 or _la==16:
                self.state = 359
                self.port()
                self.state = 364
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 365
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
        self.enterRule(localctx, 52, self.RULE_edge)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 367
            self.endpoint()
            self.state = 368
            self.match(SdfParser.T__44)
            self.state = 381
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 48, 49, 50, 57]:
                self.state = 369
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 370
                self.match(SdfParser.T__1)
                self.state = 371
                self.endpoint()
                self.state = 376
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 372
                    self.match(SdfParser.T__4)
                    self.state = 373
                    self.endpoint()
                    self.state = 378
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 379
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 384
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==47:
                self.state = 383
                self.delay()


            self.state = 389
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==51:
                self.state = 386
                self.annotation()
                self.state = 391
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 392
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
        self.enterRule(localctx, 54, self.RULE_endpoint)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 394
            self.name()
            self.state = 397
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==46:
                self.state = 395
                self.match(SdfParser.T__45)
                self.state = 396
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
        self.enterRule(localctx, 56, self.RULE_delay)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 399
            self.match(SdfParser.T__46)
            self.state = 400
            self.expression()
            self.state = 403
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 401
                self.match(SdfParser.T__6)
                self.state = 402
                self.initial()


            self.state = 406
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==48 or _la==49:
                self.state = 405
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==48 or _la==49):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()


            self.state = 410
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==19:
                self.state = 408
                self.match(SdfParser.T__18)
                self.state = 409
                localctx.setter = self.endpoint()


            self.state = 414
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==50:
                self.state = 412
                self.match(SdfParser.T__49)
                self.state = 413
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
        self.enterRule(localctx, 58, self.RULE_initial)
        self._la = 0 # Token type
        try:
            self.state = 430
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,50,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 416
                self.match(SdfParser.T__30)
                self.state = 417
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 418
                self.match(SdfParser.T__1)
                self.state = 419
                self.expression()
                self.state = 424
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 420
                    self.match(SdfParser.T__4)
                    self.state = 421
                    self.expression()
                    self.state = 426
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 427
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 429
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
        self.enterRule(localctx, 60, self.RULE_annotation)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 432
            self.match(SdfParser.T__50)
            self.state = 433
            self.name()
            self.state = 446
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,53,self._ctx)
            if la_ == 1:
                self.state = 434
                self.match(SdfParser.T__3)
                self.state = 443
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 4483227875394034962) != 0):
                    self.state = 435
                    self.annotationArgument()
                    self.state = 440
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 436
                        self.match(SdfParser.T__4)
                        self.state = 437
                        self.annotationArgument()
                        self.state = 442
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 445
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
        self.enterRule(localctx, 62, self.RULE_annotationArgument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 451
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,54,self._ctx)
            if la_ == 1:
                self.state = 448
                self.name()
                self.state = 449
                self.match(SdfParser.T__6)


            self.state = 453
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
        self.enterRule(localctx, 64, self.RULE_annotationValue)
        try:
            self.state = 459
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,55,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 455
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 456
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 457
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 458
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
        self.enterRule(localctx, 66, self.RULE_expression)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 461
            self.operand()
            self.state = 466
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 139611588985356288) != 0):
                self.state = 462
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 139611588985356288) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 463
                self.operand()
                self.state = 468
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
        self.enterRule(localctx, 68, self.RULE_operand)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 472
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==52 or _la==53:
                self.state = 469
                _la = self._input.LA(1)
                if not(_la==52 or _la==53):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 474
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 496
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [58]:
                self.state = 475
                self.match(SdfParser.INTEGER)
                pass
            elif token in [59]:
                self.state = 476
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 48, 49, 50, 57]:
                self.state = 477
                self.name()
                self.state = 490
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 478
                    self.match(SdfParser.T__3)
                    self.state = 487
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & 1024463361573494034) != 0):
                        self.state = 479
                        self.expression()
                        self.state = 484
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 480
                            self.match(SdfParser.T__4)
                            self.state = 481
                            self.expression()
                            self.state = 486
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 489
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 492
                self.match(SdfParser.T__3)
                self.state = 493
                self.expression()
                self.state = 494
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
        self.enterRule(localctx, 70, self.RULE_name)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 498
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 146261434236247298) != 0)):
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





