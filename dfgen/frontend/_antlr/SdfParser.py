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
        4,1,62,472,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,1,0,5,0,72,8,0,10,0,12,0,75,9,0,1,0,1,0,1,1,1,1,1,
        1,1,1,1,1,1,1,3,1,85,8,1,1,2,1,2,1,2,3,2,90,8,2,1,2,1,2,5,2,94,8,
        2,10,2,12,2,97,9,2,1,2,1,2,1,3,1,3,1,3,1,3,5,3,105,8,3,10,3,12,3,
        108,9,3,3,3,110,8,3,1,3,1,3,1,4,1,4,1,4,1,4,1,5,1,5,1,5,1,5,1,5,
        1,5,1,5,1,5,3,5,126,8,5,1,6,1,6,1,6,1,6,5,6,132,8,6,10,6,12,6,135,
        9,6,1,6,1,6,1,7,1,7,1,7,1,7,5,7,143,8,7,10,7,12,7,146,9,7,1,7,1,
        7,1,8,1,8,1,8,1,8,1,8,1,8,1,9,1,9,1,9,1,9,1,9,3,9,161,8,9,1,9,1,
        9,1,10,4,10,166,8,10,11,10,12,10,167,1,11,1,11,1,11,1,11,1,12,1,
        12,1,12,1,12,1,12,4,12,179,8,12,11,12,12,12,180,1,12,3,12,184,8,
        12,1,12,1,12,5,12,188,8,12,10,12,12,12,191,9,12,1,12,1,12,1,13,1,
        13,1,13,1,13,5,13,199,8,13,10,13,12,13,202,9,13,3,13,204,8,13,1,
        13,1,13,1,14,1,14,1,14,3,14,211,8,14,1,15,1,15,1,15,1,15,1,15,1,
        16,1,16,1,16,1,16,1,16,1,16,1,16,1,16,3,16,226,8,16,1,16,1,16,3,
        16,230,8,16,1,17,1,17,1,17,1,18,5,18,236,8,18,10,18,12,18,239,9,
        18,1,18,1,18,1,18,5,18,244,8,18,10,18,12,18,247,9,18,1,18,1,18,1,
        19,3,19,252,8,19,1,19,1,19,5,19,256,8,19,10,19,12,19,259,9,19,1,
        19,1,19,1,19,1,19,3,19,265,8,19,1,19,5,19,268,8,19,10,19,12,19,271,
        9,19,1,19,1,19,3,19,275,8,19,1,20,1,20,1,20,1,20,5,20,281,8,20,10,
        20,12,20,284,9,20,3,20,286,8,20,1,20,1,20,1,21,1,21,1,21,1,21,1,
        22,1,22,1,22,1,22,1,22,1,22,1,22,1,22,1,22,1,22,3,22,304,8,22,3,
        22,306,8,22,1,22,1,22,1,22,1,22,1,22,1,22,1,22,3,22,315,8,22,3,22,
        317,8,22,1,22,3,22,320,8,22,1,23,1,23,1,23,1,23,1,23,5,23,327,8,
        23,10,23,12,23,330,9,23,3,23,332,8,23,1,23,1,23,1,24,1,24,1,24,1,
        24,5,24,340,8,24,10,24,12,24,343,9,24,1,24,1,24,1,25,1,25,1,25,1,
        25,1,25,1,25,1,25,5,25,354,8,25,10,25,12,25,357,9,25,1,25,1,25,3,
        25,361,8,25,1,25,3,25,364,8,25,1,25,5,25,367,8,25,10,25,12,25,370,
        9,25,1,25,1,25,1,26,1,26,1,26,3,26,377,8,26,1,27,1,27,1,27,1,27,
        3,27,383,8,27,1,27,3,27,386,8,27,1,28,1,28,1,28,1,28,1,28,1,28,5,
        28,394,8,28,10,28,12,28,397,9,28,1,28,1,28,1,28,3,28,402,8,28,1,
        29,1,29,1,29,1,29,1,29,1,29,5,29,410,8,29,10,29,12,29,413,9,29,3,
        29,415,8,29,1,29,3,29,418,8,29,1,30,1,30,1,30,3,30,423,8,30,1,30,
        1,30,1,31,1,31,1,31,1,31,3,31,431,8,31,1,32,1,32,1,32,5,32,436,8,
        32,10,32,12,32,439,9,32,1,33,5,33,442,8,33,10,33,12,33,445,9,33,
        1,33,1,33,1,33,1,33,1,33,1,33,1,33,5,33,454,8,33,10,33,12,33,457,
        9,33,3,33,459,8,33,1,33,3,33,462,8,33,1,33,1,33,1,33,1,33,3,33,468,
        8,33,1,34,1,34,1,34,0,0,35,0,2,4,6,8,10,12,14,16,18,20,22,24,26,
        28,30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62,64,66,68,0,
        10,1,0,15,16,1,0,21,25,1,0,57,58,1,0,31,33,1,0,35,38,1,0,40,44,1,
        0,48,49,2,0,29,29,51,55,1,0,51,52,8,0,1,1,8,8,10,12,15,16,18,28,
        30,44,47,49,56,56,512,0,73,1,0,0,0,2,84,1,0,0,0,4,86,1,0,0,0,6,100,
        1,0,0,0,8,113,1,0,0,0,10,125,1,0,0,0,12,127,1,0,0,0,14,138,1,0,0,
        0,16,149,1,0,0,0,18,155,1,0,0,0,20,165,1,0,0,0,22,169,1,0,0,0,24,
        173,1,0,0,0,26,194,1,0,0,0,28,207,1,0,0,0,30,212,1,0,0,0,32,229,
        1,0,0,0,34,231,1,0,0,0,36,237,1,0,0,0,38,274,1,0,0,0,40,276,1,0,
        0,0,42,289,1,0,0,0,44,319,1,0,0,0,46,321,1,0,0,0,48,335,1,0,0,0,
        50,346,1,0,0,0,52,373,1,0,0,0,54,378,1,0,0,0,56,401,1,0,0,0,58,403,
        1,0,0,0,60,422,1,0,0,0,62,430,1,0,0,0,64,432,1,0,0,0,66,443,1,0,
        0,0,68,469,1,0,0,0,70,72,3,2,1,0,71,70,1,0,0,0,72,75,1,0,0,0,73,
        71,1,0,0,0,73,74,1,0,0,0,74,76,1,0,0,0,75,73,1,0,0,0,76,77,5,0,0,
        1,77,1,1,0,0,0,78,85,3,12,6,0,79,85,3,14,7,0,80,85,3,16,8,0,81,85,
        3,18,9,0,82,85,3,4,2,0,83,85,3,36,18,0,84,78,1,0,0,0,84,79,1,0,0,
        0,84,80,1,0,0,0,84,81,1,0,0,0,84,82,1,0,0,0,84,83,1,0,0,0,85,3,1,
        0,0,0,86,87,5,1,0,0,87,89,3,68,34,0,88,90,3,6,3,0,89,88,1,0,0,0,
        89,90,1,0,0,0,90,91,1,0,0,0,91,95,5,2,0,0,92,94,3,10,5,0,93,92,1,
        0,0,0,94,97,1,0,0,0,95,93,1,0,0,0,95,96,1,0,0,0,96,98,1,0,0,0,97,
        95,1,0,0,0,98,99,5,3,0,0,99,5,1,0,0,0,100,109,5,4,0,0,101,106,3,
        8,4,0,102,103,5,5,0,0,103,105,3,8,4,0,104,102,1,0,0,0,105,108,1,
        0,0,0,106,104,1,0,0,0,106,107,1,0,0,0,107,110,1,0,0,0,108,106,1,
        0,0,0,109,101,1,0,0,0,109,110,1,0,0,0,110,111,1,0,0,0,111,112,5,
        6,0,0,112,7,1,0,0,0,113,114,3,68,34,0,114,115,5,7,0,0,115,116,3,
        64,32,0,116,9,1,0,0,0,117,126,3,12,6,0,118,126,3,14,7,0,119,126,
        3,16,8,0,120,126,3,18,9,0,121,126,3,24,12,0,122,126,3,36,18,0,123,
        126,3,48,24,0,124,126,3,50,25,0,125,117,1,0,0,0,125,118,1,0,0,0,
        125,119,1,0,0,0,125,120,1,0,0,0,125,121,1,0,0,0,125,122,1,0,0,0,
        125,123,1,0,0,0,125,124,1,0,0,0,126,11,1,0,0,0,127,128,5,8,0,0,128,
        133,5,60,0,0,129,130,5,5,0,0,130,132,5,60,0,0,131,129,1,0,0,0,132,
        135,1,0,0,0,133,131,1,0,0,0,133,134,1,0,0,0,134,136,1,0,0,0,135,
        133,1,0,0,0,136,137,5,9,0,0,137,13,1,0,0,0,138,139,5,10,0,0,139,
        144,5,60,0,0,140,141,5,5,0,0,141,143,5,60,0,0,142,140,1,0,0,0,143,
        146,1,0,0,0,144,142,1,0,0,0,144,145,1,0,0,0,145,147,1,0,0,0,146,
        144,1,0,0,0,147,148,5,9,0,0,148,15,1,0,0,0,149,150,5,11,0,0,150,
        151,3,68,34,0,151,152,5,7,0,0,152,153,3,64,32,0,153,154,5,9,0,0,
        154,17,1,0,0,0,155,156,5,12,0,0,156,157,3,68,34,0,157,158,5,7,0,
        0,158,160,3,20,10,0,159,161,3,22,11,0,160,159,1,0,0,0,160,161,1,
        0,0,0,161,162,1,0,0,0,162,163,5,9,0,0,163,19,1,0,0,0,164,166,3,68,
        34,0,165,164,1,0,0,0,166,167,1,0,0,0,167,165,1,0,0,0,167,168,1,0,
        0,0,168,21,1,0,0,0,169,170,5,13,0,0,170,171,3,64,32,0,171,172,5,
        14,0,0,172,23,1,0,0,0,173,174,7,0,0,0,174,175,3,68,34,0,175,176,
        5,17,0,0,176,178,3,20,10,0,177,179,3,26,13,0,178,177,1,0,0,0,179,
        180,1,0,0,0,180,178,1,0,0,0,180,181,1,0,0,0,181,183,1,0,0,0,182,
        184,3,30,15,0,183,182,1,0,0,0,183,184,1,0,0,0,184,189,1,0,0,0,185,
        188,3,32,16,0,186,188,3,58,29,0,187,185,1,0,0,0,187,186,1,0,0,0,
        188,191,1,0,0,0,189,187,1,0,0,0,189,190,1,0,0,0,190,192,1,0,0,0,
        191,189,1,0,0,0,192,193,5,9,0,0,193,25,1,0,0,0,194,203,5,13,0,0,
        195,200,3,28,14,0,196,197,5,5,0,0,197,199,3,28,14,0,198,196,1,0,
        0,0,199,202,1,0,0,0,200,198,1,0,0,0,200,201,1,0,0,0,201,204,1,0,
        0,0,202,200,1,0,0,0,203,195,1,0,0,0,203,204,1,0,0,0,204,205,1,0,
        0,0,205,206,5,14,0,0,206,27,1,0,0,0,207,210,3,64,32,0,208,209,5,
        18,0,0,209,211,3,64,32,0,210,208,1,0,0,0,210,211,1,0,0,0,211,29,
        1,0,0,0,212,213,5,19,0,0,213,214,3,64,32,0,214,215,5,20,0,0,215,
        216,3,64,32,0,216,31,1,0,0,0,217,230,7,1,0,0,218,225,5,26,0,0,219,
        220,5,4,0,0,220,221,5,27,0,0,221,222,5,7,0,0,222,223,3,34,17,0,223,
        224,5,6,0,0,224,226,1,0,0,0,225,219,1,0,0,0,225,226,1,0,0,0,226,
        230,1,0,0,0,227,228,5,28,0,0,228,230,3,68,34,0,229,217,1,0,0,0,229,
        218,1,0,0,0,229,227,1,0,0,0,230,33,1,0,0,0,231,232,7,2,0,0,232,233,
        5,29,0,0,233,35,1,0,0,0,234,236,3,58,29,0,235,234,1,0,0,0,236,239,
        1,0,0,0,237,235,1,0,0,0,237,238,1,0,0,0,238,240,1,0,0,0,239,237,
        1,0,0,0,240,241,5,30,0,0,241,245,3,68,34,0,242,244,3,58,29,0,243,
        242,1,0,0,0,244,247,1,0,0,0,245,243,1,0,0,0,245,246,1,0,0,0,246,
        248,1,0,0,0,247,245,1,0,0,0,248,249,3,38,19,0,249,37,1,0,0,0,250,
        252,3,6,3,0,251,250,1,0,0,0,251,252,1,0,0,0,252,253,1,0,0,0,253,
        257,5,2,0,0,254,256,3,44,22,0,255,254,1,0,0,0,256,259,1,0,0,0,257,
        255,1,0,0,0,257,258,1,0,0,0,258,260,1,0,0,0,259,257,1,0,0,0,260,
        275,5,3,0,0,261,262,5,7,0,0,262,264,3,68,34,0,263,265,3,40,20,0,
        264,263,1,0,0,0,264,265,1,0,0,0,265,269,1,0,0,0,266,268,3,58,29,
        0,267,266,1,0,0,0,268,271,1,0,0,0,269,267,1,0,0,0,269,270,1,0,0,
        0,270,272,1,0,0,0,271,269,1,0,0,0,272,273,5,9,0,0,273,275,1,0,0,
        0,274,251,1,0,0,0,274,261,1,0,0,0,275,39,1,0,0,0,276,285,5,4,0,0,
        277,282,3,42,21,0,278,279,5,5,0,0,279,281,3,42,21,0,280,278,1,0,
        0,0,281,284,1,0,0,0,282,280,1,0,0,0,282,283,1,0,0,0,283,286,1,0,
        0,0,284,282,1,0,0,0,285,277,1,0,0,0,285,286,1,0,0,0,286,287,1,0,
        0,0,287,288,5,6,0,0,288,41,1,0,0,0,289,290,3,68,34,0,290,291,5,7,
        0,0,291,292,3,64,32,0,292,43,1,0,0,0,293,320,3,24,12,0,294,295,7,
        3,0,0,295,296,3,46,23,0,296,297,5,9,0,0,297,320,1,0,0,0,298,305,
        5,34,0,0,299,300,3,68,34,0,300,301,5,17,0,0,301,303,3,20,10,0,302,
        304,3,22,11,0,303,302,1,0,0,0,303,304,1,0,0,0,304,306,1,0,0,0,305,
        299,1,0,0,0,305,306,1,0,0,0,306,307,1,0,0,0,307,320,5,9,0,0,308,
        309,7,4,0,0,309,320,5,9,0,0,310,316,5,39,0,0,311,317,5,59,0,0,312,
        314,7,2,0,0,313,315,3,68,34,0,314,313,1,0,0,0,314,315,1,0,0,0,315,
        317,1,0,0,0,316,311,1,0,0,0,316,312,1,0,0,0,317,318,1,0,0,0,318,
        320,5,9,0,0,319,293,1,0,0,0,319,294,1,0,0,0,319,298,1,0,0,0,319,
        308,1,0,0,0,319,310,1,0,0,0,320,45,1,0,0,0,321,322,3,68,34,0,322,
        331,5,4,0,0,323,328,3,64,32,0,324,325,5,5,0,0,325,327,3,64,32,0,
        326,324,1,0,0,0,327,330,1,0,0,0,328,326,1,0,0,0,328,329,1,0,0,0,
        329,332,1,0,0,0,330,328,1,0,0,0,331,323,1,0,0,0,331,332,1,0,0,0,
        332,333,1,0,0,0,333,334,5,6,0,0,334,47,1,0,0,0,335,336,7,5,0,0,336,
        337,3,68,34,0,337,341,5,2,0,0,338,340,3,24,12,0,339,338,1,0,0,0,
        340,343,1,0,0,0,341,339,1,0,0,0,341,342,1,0,0,0,342,344,1,0,0,0,
        343,341,1,0,0,0,344,345,5,3,0,0,345,49,1,0,0,0,346,347,3,52,26,0,
        347,360,5,45,0,0,348,361,3,52,26,0,349,350,5,2,0,0,350,355,3,52,
        26,0,351,352,5,5,0,0,352,354,3,52,26,0,353,351,1,0,0,0,354,357,1,
        0,0,0,355,353,1,0,0,0,355,356,1,0,0,0,356,358,1,0,0,0,357,355,1,
        0,0,0,358,359,5,3,0,0,359,361,1,0,0,0,360,348,1,0,0,0,360,349,1,
        0,0,0,361,363,1,0,0,0,362,364,3,54,27,0,363,362,1,0,0,0,363,364,
        1,0,0,0,364,368,1,0,0,0,365,367,3,58,29,0,366,365,1,0,0,0,367,370,
        1,0,0,0,368,366,1,0,0,0,368,369,1,0,0,0,369,371,1,0,0,0,370,368,
        1,0,0,0,371,372,5,9,0,0,372,51,1,0,0,0,373,376,3,68,34,0,374,375,
        5,46,0,0,375,377,3,68,34,0,376,374,1,0,0,0,376,377,1,0,0,0,377,53,
        1,0,0,0,378,379,5,47,0,0,379,382,3,64,32,0,380,381,5,7,0,0,381,383,
        3,56,28,0,382,380,1,0,0,0,382,383,1,0,0,0,383,385,1,0,0,0,384,386,
        7,6,0,0,385,384,1,0,0,0,385,386,1,0,0,0,386,55,1,0,0,0,387,388,5,
        31,0,0,388,402,3,46,23,0,389,390,5,2,0,0,390,395,3,64,32,0,391,392,
        5,5,0,0,392,394,3,64,32,0,393,391,1,0,0,0,394,397,1,0,0,0,395,393,
        1,0,0,0,395,396,1,0,0,0,396,398,1,0,0,0,397,395,1,0,0,0,398,399,
        5,3,0,0,399,402,1,0,0,0,400,402,3,64,32,0,401,387,1,0,0,0,401,389,
        1,0,0,0,401,400,1,0,0,0,402,57,1,0,0,0,403,404,5,50,0,0,404,417,
        3,68,34,0,405,414,5,4,0,0,406,411,3,60,30,0,407,408,5,5,0,0,408,
        410,3,60,30,0,409,407,1,0,0,0,410,413,1,0,0,0,411,409,1,0,0,0,411,
        412,1,0,0,0,412,415,1,0,0,0,413,411,1,0,0,0,414,406,1,0,0,0,414,
        415,1,0,0,0,415,416,1,0,0,0,416,418,5,6,0,0,417,405,1,0,0,0,417,
        418,1,0,0,0,418,59,1,0,0,0,419,420,3,68,34,0,420,421,5,7,0,0,421,
        423,1,0,0,0,422,419,1,0,0,0,422,423,1,0,0,0,423,424,1,0,0,0,424,
        425,3,62,31,0,425,61,1,0,0,0,426,431,3,34,17,0,427,431,5,59,0,0,
        428,431,5,60,0,0,429,431,3,64,32,0,430,426,1,0,0,0,430,427,1,0,0,
        0,430,428,1,0,0,0,430,429,1,0,0,0,431,63,1,0,0,0,432,437,3,66,33,
        0,433,434,7,7,0,0,434,436,3,66,33,0,435,433,1,0,0,0,436,439,1,0,
        0,0,437,435,1,0,0,0,437,438,1,0,0,0,438,65,1,0,0,0,439,437,1,0,0,
        0,440,442,7,8,0,0,441,440,1,0,0,0,442,445,1,0,0,0,443,441,1,0,0,
        0,443,444,1,0,0,0,444,467,1,0,0,0,445,443,1,0,0,0,446,468,5,57,0,
        0,447,468,5,58,0,0,448,461,3,68,34,0,449,458,5,4,0,0,450,455,3,64,
        32,0,451,452,5,5,0,0,452,454,3,64,32,0,453,451,1,0,0,0,454,457,1,
        0,0,0,455,453,1,0,0,0,455,456,1,0,0,0,456,459,1,0,0,0,457,455,1,
        0,0,0,458,450,1,0,0,0,458,459,1,0,0,0,459,460,1,0,0,0,460,462,5,
        6,0,0,461,449,1,0,0,0,461,462,1,0,0,0,462,468,1,0,0,0,463,464,5,
        4,0,0,464,465,3,64,32,0,465,466,5,6,0,0,466,468,1,0,0,0,467,446,
        1,0,0,0,467,447,1,0,0,0,467,448,1,0,0,0,467,463,1,0,0,0,468,67,1,
        0,0,0,469,470,7,9,0,0,470,69,1,0,0,0,57,73,84,89,95,106,109,125,
        133,144,160,167,180,183,187,189,200,203,210,225,229,237,245,251,
        257,264,269,274,282,285,303,305,314,316,319,328,331,341,355,360,
        363,368,376,382,385,395,401,411,414,417,422,430,437,443,455,458,
        461,467
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
                      "NAME", "INTEGER", "DECIMAL", "QUANTITY", "STRING", 
                      "SPACE", "COMMENT" ]

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
    RULE_call = 23
    RULE_mover = 24
    RULE_edge = 25
    RULE_endpoint = 26
    RULE_delay = 27
    RULE_initial = 28
    RULE_annotation = 29
    RULE_annotationArgument = 30
    RULE_annotationValue = 31
    RULE_expression = 32
    RULE_operand = 33
    RULE_name = 34

    ruleNames =  [ "file", "fileItem", "graph", "parameters", "parameterDefault", 
                   "statement", "include", "source", "parameter", "typeDeclaration", 
                   "typeWords", "brackets", "port", "rates", "rate", "pattern", 
                   "clause", "percent", "annotatedActor", "actorRest", "arguments", 
                   "argument", "actorItem", "call", "mover", "edge", "endpoint", 
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
    NAME=56
    INTEGER=57
    DECIMAL=58
    QUANTITY=59
    STRING=60
    SPACE=61
    COMMENT=62

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
            self.state = 73
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 1125900980591874) != 0):
                self.state = 70
                self.fileItem()
                self.state = 75
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 76
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
            self.state = 84
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [8]:
                self.enterOuterAlt(localctx, 1)
                self.state = 78
                self.include()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 2)
                self.state = 79
                self.source()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 80
                self.parameter()
                pass
            elif token in [12]:
                self.enterOuterAlt(localctx, 4)
                self.state = 81
                self.typeDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 5)
                self.state = 82
                self.graph()
                pass
            elif token in [30, 50]:
                self.enterOuterAlt(localctx, 6)
                self.state = 83
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
            self.state = 86
            self.match(SdfParser.T__0)
            self.state = 87
            self.name()
            self.state = 89
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==4:
                self.state = 88
                self.parameters()


            self.state = 91
            self.match(SdfParser.T__1)
            self.state = 95
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 74203840198319362) != 0):
                self.state = 92
                self.statement()
                self.state = 97
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 98
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
            self.state = 100
            self.match(SdfParser.T__3)
            self.state = 109
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 73077940291476738) != 0):
                self.state = 101
                self.parameterDefault()
                self.state = 106
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 102
                    self.match(SdfParser.T__4)
                    self.state = 103
                    self.parameterDefault()
                    self.state = 108
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 111
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
            self.state = 113
            self.name()
            self.state = 114
            self.match(SdfParser.T__6)
            self.state = 115
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
            self.state = 125
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,6,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 117
                self.include()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 118
                self.source()
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 119
                self.parameter()
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 120
                self.typeDeclaration()
                pass

            elif la_ == 5:
                self.enterOuterAlt(localctx, 5)
                self.state = 121
                self.port()
                pass

            elif la_ == 6:
                self.enterOuterAlt(localctx, 6)
                self.state = 122
                self.annotatedActor()
                pass

            elif la_ == 7:
                self.enterOuterAlt(localctx, 7)
                self.state = 123
                self.mover()
                pass

            elif la_ == 8:
                self.enterOuterAlt(localctx, 8)
                self.state = 124
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
            self.state = 127
            self.match(SdfParser.T__7)
            self.state = 128
            self.match(SdfParser.STRING)
            self.state = 133
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 129
                self.match(SdfParser.T__4)
                self.state = 130
                self.match(SdfParser.STRING)
                self.state = 135
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 136
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
            self.state = 138
            self.match(SdfParser.T__9)
            self.state = 139
            self.match(SdfParser.STRING)
            self.state = 144
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 140
                self.match(SdfParser.T__4)
                self.state = 141
                self.match(SdfParser.STRING)
                self.state = 146
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 147
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
            self.state = 149
            self.match(SdfParser.T__10)
            self.state = 150
            self.name()
            self.state = 151
            self.match(SdfParser.T__6)
            self.state = 152
            self.expression()
            self.state = 153
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
            self.state = 155
            self.match(SdfParser.T__11)
            self.state = 156
            self.name()
            self.state = 157
            self.match(SdfParser.T__6)
            self.state = 158
            self.typeWords()
            self.state = 160
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==13:
                self.state = 159
                self.brackets()


            self.state = 162
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
            self.state = 165 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 164
                self.name()
                self.state = 167 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & 73077940291476738) != 0)):
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
            self.state = 169
            self.match(SdfParser.T__12)
            self.state = 170
            self.expression()
            self.state = 171
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
            self.state = 173
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not(_la==15 or _la==16):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 174
            self.name()
            self.state = 175
            self.match(SdfParser.T__16)
            self.state = 176
            self.typeWords()
            self.state = 178 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 177
                self.rates()
                self.state = 180 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==13):
                    break

            self.state = 183
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==19:
                self.state = 182
                self.pattern()


            self.state = 189
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 1125900307398656) != 0):
                self.state = 187
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [21, 22, 23, 24, 25, 26, 28]:
                    self.state = 185
                    self.clause()
                    pass
                elif token in [50]:
                    self.state = 186
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 191
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 192
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
            self.state = 194
            self.match(SdfParser.T__12)
            self.state = 203
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 512178903960100114) != 0):
                self.state = 195
                self.rate()
                self.state = 200
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 196
                    self.match(SdfParser.T__4)
                    self.state = 197
                    self.rate()
                    self.state = 202
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 205
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
            self.state = 207
            self.expression()
            self.state = 210
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==18:
                self.state = 208
                self.match(SdfParser.T__17)
                self.state = 209
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
            self.state = 212
            self.match(SdfParser.T__18)
            self.state = 213
            self.expression()
            self.state = 214
            self.match(SdfParser.T__19)
            self.state = 215
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
            self.state = 229
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [21, 22, 23, 24, 25]:
                self.enterOuterAlt(localctx, 1)
                self.state = 217
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
                self.state = 218
                localctx.word = self.match(SdfParser.T__25)
                self.state = 225
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 219
                    self.match(SdfParser.T__3)
                    self.state = 220
                    self.match(SdfParser.T__26)
                    self.state = 221
                    self.match(SdfParser.T__6)
                    self.state = 222
                    self.percent()
                    self.state = 223
                    self.match(SdfParser.T__5)


                pass
            elif token in [28]:
                self.enterOuterAlt(localctx, 3)
                self.state = 227
                localctx.word = self.match(SdfParser.T__27)
                self.state = 228
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
            self.state = 231
            _la = self._input.LA(1)
            if not(_la==57 or _la==58):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 232
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
            self.state = 237
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==50:
                self.state = 234
                self.annotation()
                self.state = 239
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 240
            self.match(SdfParser.T__29)
            self.state = 241
            self.name()
            self.state = 245
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==50:
                self.state = 242
                self.annotation()
                self.state = 247
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 248
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
            self.state = 274
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 251
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 250
                    self.parameters()


                self.state = 253
                self.match(SdfParser.T__1)
                self.state = 257
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 1097364242432) != 0):
                    self.state = 254
                    self.actorItem()
                    self.state = 259
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 260
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 261
                self.match(SdfParser.T__6)
                self.state = 262
                self.name()
                self.state = 264
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 263
                    self.arguments()


                self.state = 269
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==50:
                    self.state = 266
                    self.annotation()
                    self.state = 271
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 272
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
            self.state = 276
            self.match(SdfParser.T__3)
            self.state = 285
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 73077940291476738) != 0):
                self.state = 277
                self.argument()
                self.state = 282
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 278
                    self.match(SdfParser.T__4)
                    self.state = 279
                    self.argument()
                    self.state = 284
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 287
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
            self.state = 289
            self.name()
            self.state = 290
            self.match(SdfParser.T__6)
            self.state = 291
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


        def QUANTITY(self):
            return self.getToken(SdfParser.QUANTITY, 0)

        def INTEGER(self):
            return self.getToken(SdfParser.INTEGER, 0)

        def DECIMAL(self):
            return self.getToken(SdfParser.DECIMAL, 0)

        def getRuleIndex(self):
            return SdfParser.RULE_actorItem




    def actorItem(self):

        localctx = SdfParser.ActorItemContext(self, self._ctx, self.state)
        self.enterRule(localctx, 44, self.RULE_actorItem)
        self._la = 0 # Token type
        try:
            self.state = 319
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [15, 16]:
                self.enterOuterAlt(localctx, 1)
                self.state = 293
                self.port()
                pass
            elif token in [31, 32, 33]:
                self.enterOuterAlt(localctx, 2)
                self.state = 294
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 15032385536) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 295
                self.call()
                self.state = 296
                self.match(SdfParser.T__8)
                pass
            elif token in [34]:
                self.enterOuterAlt(localctx, 3)
                self.state = 298
                self.match(SdfParser.T__33)
                self.state = 305
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 73077940291476738) != 0):
                    self.state = 299
                    self.name()
                    self.state = 300
                    self.match(SdfParser.T__16)
                    self.state = 301
                    self.typeWords()
                    self.state = 303
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==13:
                        self.state = 302
                        self.brackets()




                self.state = 307
                self.match(SdfParser.T__8)
                pass
            elif token in [35, 36, 37, 38]:
                self.enterOuterAlt(localctx, 4)
                self.state = 308
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 515396075520) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 309
                self.match(SdfParser.T__8)
                pass
            elif token in [39]:
                self.enterOuterAlt(localctx, 5)
                self.state = 310
                self.match(SdfParser.T__38)
                self.state = 316
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [59]:
                    self.state = 311
                    self.match(SdfParser.QUANTITY)
                    pass
                elif token in [57, 58]:
                    self.state = 312
                    _la = self._input.LA(1)
                    if not(_la==57 or _la==58):
                        self._errHandler.recoverInline(self)
                    else:
                        self._errHandler.reportMatch(self)
                        self.consume()
                    self.state = 314
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & 73077940291476738) != 0):
                        self.state = 313
                        self.name()


                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 318
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
        self.enterRule(localctx, 46, self.RULE_call)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 321
            self.name()
            self.state = 322
            self.match(SdfParser.T__3)
            self.state = 331
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 512178903960100114) != 0):
                self.state = 323
                self.expression()
                self.state = 328
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 324
                    self.match(SdfParser.T__4)
                    self.state = 325
                    self.expression()
                    self.state = 330
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 333
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
        self.enterRule(localctx, 48, self.RULE_mover)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 335
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 34084860461056) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 336
            self.name()
            self.state = 337
            self.match(SdfParser.T__1)
            self.state = 341
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==15 or _la==16:
                self.state = 338
                self.port()
                self.state = 343
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 344
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
        self.enterRule(localctx, 50, self.RULE_edge)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 346
            self.endpoint()
            self.state = 347
            self.match(SdfParser.T__44)
            self.state = 360
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 48, 49, 56]:
                self.state = 348
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 349
                self.match(SdfParser.T__1)
                self.state = 350
                self.endpoint()
                self.state = 355
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 351
                    self.match(SdfParser.T__4)
                    self.state = 352
                    self.endpoint()
                    self.state = 357
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 358
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 363
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==47:
                self.state = 362
                self.delay()


            self.state = 368
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==50:
                self.state = 365
                self.annotation()
                self.state = 370
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 371
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
        self.enterRule(localctx, 52, self.RULE_endpoint)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 373
            self.name()
            self.state = 376
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==46:
                self.state = 374
                self.match(SdfParser.T__45)
                self.state = 375
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

        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def initial(self):
            return self.getTypedRuleContext(SdfParser.InitialContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_delay




    def delay(self):

        localctx = SdfParser.DelayContext(self, self._ctx, self.state)
        self.enterRule(localctx, 54, self.RULE_delay)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 378
            self.match(SdfParser.T__46)
            self.state = 379
            self.expression()
            self.state = 382
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 380
                self.match(SdfParser.T__6)
                self.state = 381
                self.initial()


            self.state = 385
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==48 or _la==49:
                self.state = 384
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==48 or _la==49):
                    localctx.word = self._errHandler.recoverInline(self)
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
        self.enterRule(localctx, 56, self.RULE_initial)
        self._la = 0 # Token type
        try:
            self.state = 401
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,45,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 387
                self.match(SdfParser.T__30)
                self.state = 388
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 389
                self.match(SdfParser.T__1)
                self.state = 390
                self.expression()
                self.state = 395
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 391
                    self.match(SdfParser.T__4)
                    self.state = 392
                    self.expression()
                    self.state = 397
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 398
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 400
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
        self.enterRule(localctx, 58, self.RULE_annotation)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 403
            self.match(SdfParser.T__49)
            self.state = 404
            self.name()
            self.state = 417
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,48,self._ctx)
            if la_ == 1:
                self.state = 405
                self.match(SdfParser.T__3)
                self.state = 414
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 2241561160870370578) != 0):
                    self.state = 406
                    self.annotationArgument()
                    self.state = 411
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 407
                        self.match(SdfParser.T__4)
                        self.state = 408
                        self.annotationArgument()
                        self.state = 413
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 416
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
        self.enterRule(localctx, 60, self.RULE_annotationArgument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 422
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,49,self._ctx)
            if la_ == 1:
                self.state = 419
                self.name()
                self.state = 420
                self.match(SdfParser.T__6)


            self.state = 424
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
        self.enterRule(localctx, 62, self.RULE_annotationValue)
        try:
            self.state = 430
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,50,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 426
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 427
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 428
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
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
        self.enterRule(localctx, 64, self.RULE_expression)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 432
            self.operand()
            self.state = 437
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 69805794761113600) != 0):
                self.state = 433
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 69805794761113600) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 434
                self.operand()
                self.state = 439
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
        self.enterRule(localctx, 66, self.RULE_operand)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 443
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==51 or _la==52:
                self.state = 440
                _la = self._input.LA(1)
                if not(_la==51 or _la==52):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 445
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 467
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [57]:
                self.state = 446
                self.match(SdfParser.INTEGER)
                pass
            elif token in [58]:
                self.state = 447
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 48, 49, 56]:
                self.state = 448
                self.name()
                self.state = 461
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 449
                    self.match(SdfParser.T__3)
                    self.state = 458
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & 512178903960100114) != 0):
                        self.state = 450
                        self.expression()
                        self.state = 455
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 451
                            self.match(SdfParser.T__4)
                            self.state = 452
                            self.expression()
                            self.state = 457
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 460
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 463
                self.match(SdfParser.T__3)
                self.state = 464
                self.expression()
                self.state = 465
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
        self.enterRule(localctx, 68, self.RULE_name)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 469
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 73077940291476738) != 0)):
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





