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
        4,1,64,516,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,2,36,7,36,1,0,5,0,76,8,0,10,0,12,0,79,9,
        0,1,0,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,90,8,1,1,2,1,2,1,2,3,2,
        95,8,2,1,2,5,2,98,8,2,10,2,12,2,101,9,2,1,2,1,2,5,2,105,8,2,10,2,
        12,2,108,9,2,1,2,1,2,1,3,1,3,1,3,1,3,5,3,116,8,3,10,3,12,3,119,9,
        3,3,3,121,8,3,1,3,1,3,1,4,1,4,1,4,1,4,1,5,1,5,1,5,1,5,1,5,1,5,1,
        5,1,5,1,5,3,5,138,8,5,1,6,1,6,1,6,1,6,5,6,144,8,6,10,6,12,6,147,
        9,6,1,6,1,6,1,7,1,7,1,7,1,7,5,7,155,8,7,10,7,12,7,158,9,7,1,7,1,
        7,1,8,1,8,1,8,1,8,5,8,166,8,8,10,8,12,8,169,9,8,1,8,1,8,1,9,1,9,
        1,9,1,9,1,9,1,9,1,10,1,10,1,10,1,10,1,10,3,10,184,8,10,1,10,1,10,
        1,11,4,11,189,8,11,11,11,12,11,190,1,12,1,12,1,12,1,12,1,13,1,13,
        1,13,1,13,1,13,4,13,202,8,13,11,13,12,13,203,1,13,3,13,207,8,13,
        1,13,1,13,5,13,211,8,13,10,13,12,13,214,9,13,1,13,1,13,1,14,1,14,
        1,14,1,14,5,14,222,8,14,10,14,12,14,225,9,14,3,14,227,8,14,1,14,
        1,14,1,15,1,15,1,15,3,15,234,8,15,1,16,1,16,1,16,1,16,1,16,1,17,
        1,17,1,17,1,17,1,17,1,17,1,17,1,17,3,17,249,8,17,1,17,1,17,3,17,
        253,8,17,1,18,1,18,1,18,1,19,5,19,259,8,19,10,19,12,19,262,9,19,
        1,19,1,19,1,19,5,19,267,8,19,10,19,12,19,270,9,19,1,19,1,19,1,20,
        3,20,275,8,20,1,20,1,20,5,20,279,8,20,10,20,12,20,282,9,20,1,20,
        1,20,1,20,1,20,3,20,288,8,20,1,20,5,20,291,8,20,10,20,12,20,294,
        9,20,1,20,1,20,3,20,298,8,20,1,21,1,21,1,21,1,21,5,21,304,8,21,10,
        21,12,21,307,9,21,3,21,309,8,21,1,21,1,21,1,22,1,22,1,22,1,22,1,
        23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,3,23,327,8,23,3,
        23,329,8,23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,5,23,338,8,23,10,
        23,12,23,341,9,23,1,23,1,23,3,23,345,8,23,1,24,1,24,1,24,3,24,350,
        8,24,3,24,352,8,24,1,24,1,24,3,24,356,8,24,1,25,1,25,1,25,1,25,1,
        25,5,25,363,8,25,10,25,12,25,366,9,25,3,25,368,8,25,1,25,1,25,1,
        26,1,26,1,26,1,26,5,26,376,8,26,10,26,12,26,379,9,26,1,26,1,26,1,
        27,1,27,1,27,1,27,1,27,1,27,1,27,5,27,390,8,27,10,27,12,27,393,9,
        27,1,27,1,27,3,27,397,8,27,1,27,3,27,400,8,27,1,27,5,27,403,8,27,
        10,27,12,27,406,9,27,1,27,1,27,1,28,1,28,1,28,3,28,413,8,28,1,29,
        1,29,1,29,1,29,3,29,419,8,29,1,29,3,29,422,8,29,1,29,1,29,3,29,426,
        8,29,1,29,1,29,3,29,430,8,29,1,30,1,30,1,30,1,30,1,30,1,30,5,30,
        438,8,30,10,30,12,30,441,9,30,1,30,1,30,1,30,3,30,446,8,30,1,31,
        1,31,1,31,1,31,1,31,1,31,5,31,454,8,31,10,31,12,31,457,9,31,3,31,
        459,8,31,1,31,3,31,462,8,31,1,32,1,32,1,32,3,32,467,8,32,1,32,1,
        32,1,33,1,33,1,33,1,33,3,33,475,8,33,1,34,1,34,1,34,5,34,480,8,34,
        10,34,12,34,483,9,34,1,35,5,35,486,8,35,10,35,12,35,489,9,35,1,35,
        1,35,1,35,1,35,1,35,1,35,1,35,5,35,498,8,35,10,35,12,35,501,9,35,
        3,35,503,8,35,1,35,3,35,506,8,35,1,35,1,35,1,35,1,35,3,35,512,8,
        35,1,36,1,36,1,36,0,0,37,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,
        30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62,64,66,68,70,72,
        0,10,1,0,16,17,1,0,22,26,1,0,59,60,1,0,32,34,1,0,36,39,1,0,41,45,
        1,0,49,50,2,0,30,30,53,57,1,0,53,54,8,0,1,1,8,8,10,13,16,17,19,29,
        31,45,48,51,58,58,562,0,77,1,0,0,0,2,89,1,0,0,0,4,91,1,0,0,0,6,111,
        1,0,0,0,8,124,1,0,0,0,10,137,1,0,0,0,12,139,1,0,0,0,14,150,1,0,0,
        0,16,161,1,0,0,0,18,172,1,0,0,0,20,178,1,0,0,0,22,188,1,0,0,0,24,
        192,1,0,0,0,26,196,1,0,0,0,28,217,1,0,0,0,30,230,1,0,0,0,32,235,
        1,0,0,0,34,252,1,0,0,0,36,254,1,0,0,0,38,260,1,0,0,0,40,297,1,0,
        0,0,42,299,1,0,0,0,44,312,1,0,0,0,46,344,1,0,0,0,48,351,1,0,0,0,
        50,357,1,0,0,0,52,371,1,0,0,0,54,382,1,0,0,0,56,409,1,0,0,0,58,414,
        1,0,0,0,60,445,1,0,0,0,62,447,1,0,0,0,64,466,1,0,0,0,66,474,1,0,
        0,0,68,476,1,0,0,0,70,487,1,0,0,0,72,513,1,0,0,0,74,76,3,2,1,0,75,
        74,1,0,0,0,76,79,1,0,0,0,77,75,1,0,0,0,77,78,1,0,0,0,78,80,1,0,0,
        0,79,77,1,0,0,0,80,81,5,0,0,1,81,1,1,0,0,0,82,90,3,12,6,0,83,90,
        3,14,7,0,84,90,3,16,8,0,85,90,3,18,9,0,86,90,3,20,10,0,87,90,3,4,
        2,0,88,90,3,38,19,0,89,82,1,0,0,0,89,83,1,0,0,0,89,84,1,0,0,0,89,
        85,1,0,0,0,89,86,1,0,0,0,89,87,1,0,0,0,89,88,1,0,0,0,90,3,1,0,0,
        0,91,92,5,1,0,0,92,94,3,72,36,0,93,95,3,6,3,0,94,93,1,0,0,0,94,95,
        1,0,0,0,95,99,1,0,0,0,96,98,3,62,31,0,97,96,1,0,0,0,98,101,1,0,0,
        0,99,97,1,0,0,0,99,100,1,0,0,0,100,102,1,0,0,0,101,99,1,0,0,0,102,
        106,5,2,0,0,103,105,3,10,5,0,104,103,1,0,0,0,105,108,1,0,0,0,106,
        104,1,0,0,0,106,107,1,0,0,0,107,109,1,0,0,0,108,106,1,0,0,0,109,
        110,5,3,0,0,110,5,1,0,0,0,111,120,5,4,0,0,112,117,3,8,4,0,113,114,
        5,5,0,0,114,116,3,8,4,0,115,113,1,0,0,0,116,119,1,0,0,0,117,115,
        1,0,0,0,117,118,1,0,0,0,118,121,1,0,0,0,119,117,1,0,0,0,120,112,
        1,0,0,0,120,121,1,0,0,0,121,122,1,0,0,0,122,123,5,6,0,0,123,7,1,
        0,0,0,124,125,3,72,36,0,125,126,5,7,0,0,126,127,3,68,34,0,127,9,
        1,0,0,0,128,138,3,12,6,0,129,138,3,14,7,0,130,138,3,16,8,0,131,138,
        3,18,9,0,132,138,3,20,10,0,133,138,3,26,13,0,134,138,3,38,19,0,135,
        138,3,52,26,0,136,138,3,54,27,0,137,128,1,0,0,0,137,129,1,0,0,0,
        137,130,1,0,0,0,137,131,1,0,0,0,137,132,1,0,0,0,137,133,1,0,0,0,
        137,134,1,0,0,0,137,135,1,0,0,0,137,136,1,0,0,0,138,11,1,0,0,0,139,
        140,5,8,0,0,140,145,5,62,0,0,141,142,5,5,0,0,142,144,5,62,0,0,143,
        141,1,0,0,0,144,147,1,0,0,0,145,143,1,0,0,0,145,146,1,0,0,0,146,
        148,1,0,0,0,147,145,1,0,0,0,148,149,5,9,0,0,149,13,1,0,0,0,150,151,
        5,10,0,0,151,156,5,62,0,0,152,153,5,5,0,0,153,155,5,62,0,0,154,152,
        1,0,0,0,155,158,1,0,0,0,156,154,1,0,0,0,156,157,1,0,0,0,157,159,
        1,0,0,0,158,156,1,0,0,0,159,160,5,9,0,0,160,15,1,0,0,0,161,162,5,
        11,0,0,162,167,5,62,0,0,163,164,5,5,0,0,164,166,5,62,0,0,165,163,
        1,0,0,0,166,169,1,0,0,0,167,165,1,0,0,0,167,168,1,0,0,0,168,170,
        1,0,0,0,169,167,1,0,0,0,170,171,5,9,0,0,171,17,1,0,0,0,172,173,5,
        12,0,0,173,174,3,72,36,0,174,175,5,7,0,0,175,176,3,68,34,0,176,177,
        5,9,0,0,177,19,1,0,0,0,178,179,5,13,0,0,179,180,3,72,36,0,180,181,
        5,7,0,0,181,183,3,22,11,0,182,184,3,24,12,0,183,182,1,0,0,0,183,
        184,1,0,0,0,184,185,1,0,0,0,185,186,5,9,0,0,186,21,1,0,0,0,187,189,
        3,72,36,0,188,187,1,0,0,0,189,190,1,0,0,0,190,188,1,0,0,0,190,191,
        1,0,0,0,191,23,1,0,0,0,192,193,5,14,0,0,193,194,3,68,34,0,194,195,
        5,15,0,0,195,25,1,0,0,0,196,197,7,0,0,0,197,198,3,72,36,0,198,199,
        5,18,0,0,199,201,3,22,11,0,200,202,3,28,14,0,201,200,1,0,0,0,202,
        203,1,0,0,0,203,201,1,0,0,0,203,204,1,0,0,0,204,206,1,0,0,0,205,
        207,3,32,16,0,206,205,1,0,0,0,206,207,1,0,0,0,207,212,1,0,0,0,208,
        211,3,34,17,0,209,211,3,62,31,0,210,208,1,0,0,0,210,209,1,0,0,0,
        211,214,1,0,0,0,212,210,1,0,0,0,212,213,1,0,0,0,213,215,1,0,0,0,
        214,212,1,0,0,0,215,216,5,9,0,0,216,27,1,0,0,0,217,226,5,14,0,0,
        218,223,3,30,15,0,219,220,5,5,0,0,220,222,3,30,15,0,221,219,1,0,
        0,0,222,225,1,0,0,0,223,221,1,0,0,0,223,224,1,0,0,0,224,227,1,0,
        0,0,225,223,1,0,0,0,226,218,1,0,0,0,226,227,1,0,0,0,227,228,1,0,
        0,0,228,229,5,15,0,0,229,29,1,0,0,0,230,233,3,68,34,0,231,232,5,
        19,0,0,232,234,3,68,34,0,233,231,1,0,0,0,233,234,1,0,0,0,234,31,
        1,0,0,0,235,236,5,20,0,0,236,237,3,68,34,0,237,238,5,21,0,0,238,
        239,3,68,34,0,239,33,1,0,0,0,240,253,7,1,0,0,241,248,5,27,0,0,242,
        243,5,4,0,0,243,244,5,28,0,0,244,245,5,7,0,0,245,246,3,36,18,0,246,
        247,5,6,0,0,247,249,1,0,0,0,248,242,1,0,0,0,248,249,1,0,0,0,249,
        253,1,0,0,0,250,251,5,29,0,0,251,253,3,72,36,0,252,240,1,0,0,0,252,
        241,1,0,0,0,252,250,1,0,0,0,253,35,1,0,0,0,254,255,7,2,0,0,255,256,
        5,30,0,0,256,37,1,0,0,0,257,259,3,62,31,0,258,257,1,0,0,0,259,262,
        1,0,0,0,260,258,1,0,0,0,260,261,1,0,0,0,261,263,1,0,0,0,262,260,
        1,0,0,0,263,264,5,31,0,0,264,268,3,72,36,0,265,267,3,62,31,0,266,
        265,1,0,0,0,267,270,1,0,0,0,268,266,1,0,0,0,268,269,1,0,0,0,269,
        271,1,0,0,0,270,268,1,0,0,0,271,272,3,40,20,0,272,39,1,0,0,0,273,
        275,3,6,3,0,274,273,1,0,0,0,274,275,1,0,0,0,275,276,1,0,0,0,276,
        280,5,2,0,0,277,279,3,46,23,0,278,277,1,0,0,0,279,282,1,0,0,0,280,
        278,1,0,0,0,280,281,1,0,0,0,281,283,1,0,0,0,282,280,1,0,0,0,283,
        298,5,3,0,0,284,285,5,7,0,0,285,287,3,72,36,0,286,288,3,42,21,0,
        287,286,1,0,0,0,287,288,1,0,0,0,288,292,1,0,0,0,289,291,3,62,31,
        0,290,289,1,0,0,0,291,294,1,0,0,0,292,290,1,0,0,0,292,293,1,0,0,
        0,293,295,1,0,0,0,294,292,1,0,0,0,295,296,5,9,0,0,296,298,1,0,0,
        0,297,274,1,0,0,0,297,284,1,0,0,0,298,41,1,0,0,0,299,308,5,4,0,0,
        300,305,3,44,22,0,301,302,5,5,0,0,302,304,3,44,22,0,303,301,1,0,
        0,0,304,307,1,0,0,0,305,303,1,0,0,0,305,306,1,0,0,0,306,309,1,0,
        0,0,307,305,1,0,0,0,308,300,1,0,0,0,308,309,1,0,0,0,309,310,1,0,
        0,0,310,311,5,6,0,0,311,43,1,0,0,0,312,313,3,72,36,0,313,314,5,7,
        0,0,314,315,3,68,34,0,315,45,1,0,0,0,316,345,3,26,13,0,317,318,7,
        3,0,0,318,319,3,50,25,0,319,320,5,9,0,0,320,345,1,0,0,0,321,328,
        5,35,0,0,322,323,3,72,36,0,323,324,5,18,0,0,324,326,3,22,11,0,325,
        327,3,24,12,0,326,325,1,0,0,0,326,327,1,0,0,0,327,329,1,0,0,0,328,
        322,1,0,0,0,328,329,1,0,0,0,329,330,1,0,0,0,330,345,5,9,0,0,331,
        332,7,4,0,0,332,345,5,9,0,0,333,334,5,40,0,0,334,339,3,48,24,0,335,
        336,5,5,0,0,336,338,3,48,24,0,337,335,1,0,0,0,338,341,1,0,0,0,339,
        337,1,0,0,0,339,340,1,0,0,0,340,342,1,0,0,0,341,339,1,0,0,0,342,
        343,5,9,0,0,343,345,1,0,0,0,344,316,1,0,0,0,344,317,1,0,0,0,344,
        321,1,0,0,0,344,331,1,0,0,0,344,333,1,0,0,0,345,47,1,0,0,0,346,352,
        5,61,0,0,347,349,7,2,0,0,348,350,3,72,36,0,349,348,1,0,0,0,349,350,
        1,0,0,0,350,352,1,0,0,0,351,346,1,0,0,0,351,347,1,0,0,0,352,355,
        1,0,0,0,353,354,5,19,0,0,354,356,3,68,34,0,355,353,1,0,0,0,355,356,
        1,0,0,0,356,49,1,0,0,0,357,358,3,72,36,0,358,367,5,4,0,0,359,364,
        3,68,34,0,360,361,5,5,0,0,361,363,3,68,34,0,362,360,1,0,0,0,363,
        366,1,0,0,0,364,362,1,0,0,0,364,365,1,0,0,0,365,368,1,0,0,0,366,
        364,1,0,0,0,367,359,1,0,0,0,367,368,1,0,0,0,368,369,1,0,0,0,369,
        370,5,6,0,0,370,51,1,0,0,0,371,372,7,5,0,0,372,373,3,72,36,0,373,
        377,5,2,0,0,374,376,3,26,13,0,375,374,1,0,0,0,376,379,1,0,0,0,377,
        375,1,0,0,0,377,378,1,0,0,0,378,380,1,0,0,0,379,377,1,0,0,0,380,
        381,5,3,0,0,381,53,1,0,0,0,382,383,3,56,28,0,383,396,5,46,0,0,384,
        397,3,56,28,0,385,386,5,2,0,0,386,391,3,56,28,0,387,388,5,5,0,0,
        388,390,3,56,28,0,389,387,1,0,0,0,390,393,1,0,0,0,391,389,1,0,0,
        0,391,392,1,0,0,0,392,394,1,0,0,0,393,391,1,0,0,0,394,395,5,3,0,
        0,395,397,1,0,0,0,396,384,1,0,0,0,396,385,1,0,0,0,397,399,1,0,0,
        0,398,400,3,58,29,0,399,398,1,0,0,0,399,400,1,0,0,0,400,404,1,0,
        0,0,401,403,3,62,31,0,402,401,1,0,0,0,403,406,1,0,0,0,404,402,1,
        0,0,0,404,405,1,0,0,0,405,407,1,0,0,0,406,404,1,0,0,0,407,408,5,
        9,0,0,408,55,1,0,0,0,409,412,3,72,36,0,410,411,5,47,0,0,411,413,
        3,72,36,0,412,410,1,0,0,0,412,413,1,0,0,0,413,57,1,0,0,0,414,415,
        5,48,0,0,415,418,3,68,34,0,416,417,5,7,0,0,417,419,3,60,30,0,418,
        416,1,0,0,0,418,419,1,0,0,0,419,421,1,0,0,0,420,422,7,6,0,0,421,
        420,1,0,0,0,421,422,1,0,0,0,422,425,1,0,0,0,423,424,5,20,0,0,424,
        426,3,56,28,0,425,423,1,0,0,0,425,426,1,0,0,0,426,429,1,0,0,0,427,
        428,5,51,0,0,428,430,3,56,28,0,429,427,1,0,0,0,429,430,1,0,0,0,430,
        59,1,0,0,0,431,432,5,32,0,0,432,446,3,50,25,0,433,434,5,2,0,0,434,
        439,3,68,34,0,435,436,5,5,0,0,436,438,3,68,34,0,437,435,1,0,0,0,
        438,441,1,0,0,0,439,437,1,0,0,0,439,440,1,0,0,0,440,442,1,0,0,0,
        441,439,1,0,0,0,442,443,5,3,0,0,443,446,1,0,0,0,444,446,3,68,34,
        0,445,431,1,0,0,0,445,433,1,0,0,0,445,444,1,0,0,0,446,61,1,0,0,0,
        447,448,5,52,0,0,448,461,3,72,36,0,449,458,5,4,0,0,450,455,3,64,
        32,0,451,452,5,5,0,0,452,454,3,64,32,0,453,451,1,0,0,0,454,457,1,
        0,0,0,455,453,1,0,0,0,455,456,1,0,0,0,456,459,1,0,0,0,457,455,1,
        0,0,0,458,450,1,0,0,0,458,459,1,0,0,0,459,460,1,0,0,0,460,462,5,
        6,0,0,461,449,1,0,0,0,461,462,1,0,0,0,462,63,1,0,0,0,463,464,3,72,
        36,0,464,465,5,7,0,0,465,467,1,0,0,0,466,463,1,0,0,0,466,467,1,0,
        0,0,467,468,1,0,0,0,468,469,3,66,33,0,469,65,1,0,0,0,470,475,3,36,
        18,0,471,475,5,61,0,0,472,475,5,62,0,0,473,475,3,68,34,0,474,470,
        1,0,0,0,474,471,1,0,0,0,474,472,1,0,0,0,474,473,1,0,0,0,475,67,1,
        0,0,0,476,481,3,70,35,0,477,478,7,7,0,0,478,480,3,70,35,0,479,477,
        1,0,0,0,480,483,1,0,0,0,481,479,1,0,0,0,481,482,1,0,0,0,482,69,1,
        0,0,0,483,481,1,0,0,0,484,486,7,8,0,0,485,484,1,0,0,0,486,489,1,
        0,0,0,487,485,1,0,0,0,487,488,1,0,0,0,488,511,1,0,0,0,489,487,1,
        0,0,0,490,512,5,59,0,0,491,512,5,60,0,0,492,505,3,72,36,0,493,502,
        5,4,0,0,494,499,3,68,34,0,495,496,5,5,0,0,496,498,3,68,34,0,497,
        495,1,0,0,0,498,501,1,0,0,0,499,497,1,0,0,0,499,500,1,0,0,0,500,
        503,1,0,0,0,501,499,1,0,0,0,502,494,1,0,0,0,502,503,1,0,0,0,503,
        504,1,0,0,0,504,506,5,6,0,0,505,493,1,0,0,0,505,506,1,0,0,0,506,
        512,1,0,0,0,507,508,5,4,0,0,508,509,3,68,34,0,509,510,5,6,0,0,510,
        512,1,0,0,0,511,490,1,0,0,0,511,491,1,0,0,0,511,492,1,0,0,0,511,
        507,1,0,0,0,512,71,1,0,0,0,513,514,7,9,0,0,514,73,1,0,0,0,63,77,
        89,94,99,106,117,120,137,145,156,167,183,190,203,206,210,212,223,
        226,233,248,252,260,268,274,280,287,292,297,305,308,326,328,339,
        344,349,351,355,364,367,377,391,396,399,404,412,418,421,425,429,
        439,445,455,458,461,466,474,481,487,499,502,505,511
    ]

class SdfParser ( Parser ):

    grammarFileName = "Sdf.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'graph'", "'{'", "'}'", "'('", "','", 
                     "')'", "'='", "'include'", "';'", "'source'", "'library'", 
                     "'param'", "'type'", "'['", "']'", "'in'", "'out'", 
                     "':'", "'for'", "'from'", "'step'", "'read_only'", 
                     "'read_write'", "'write_only'", "'unused'", "'partial'", 
                     "'read_mostly'", "'written'", "'overlays'", "'%'", 
                     "'actor'", "'init'", "'fire'", "'end'", "'state'", 
                     "'stops'", "'effect'", "'io'", "'stateless'", "'time'", 
                     "'broadcast'", "'roundbuffer'", "'fork'", "'join'", 
                     "'slice'", "'->'", "'.'", "'delay'", "'keep'", "'reset'", 
                     "'to'", "'@'", "'+'", "'-'", "'*'", "'/'", "'**'" ]

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
    RULE_typeWords = 11
    RULE_brackets = 12
    RULE_port = 13
    RULE_rates = 14
    RULE_rate = 15
    RULE_pattern = 16
    RULE_clause = 17
    RULE_percent = 18
    RULE_annotatedActor = 19
    RULE_actorRest = 20
    RULE_arguments = 21
    RULE_argument = 22
    RULE_actorItem = 23
    RULE_duration = 24
    RULE_call = 25
    RULE_routing = 26
    RULE_edge = 27
    RULE_endpoint = 28
    RULE_delay = 29
    RULE_initial = 30
    RULE_annotation = 31
    RULE_annotationArgument = 32
    RULE_annotationValue = 33
    RULE_expression = 34
    RULE_operand = 35
    RULE_name = 36

    ruleNames =  [ "file", "fileItem", "graph", "parameters", "parameterDefault", 
                   "statement", "include", "source", "library", "parameter", 
                   "typeDeclaration", "typeWords", "brackets", "port", "rates", 
                   "rate", "pattern", "clause", "percent", "annotatedActor", 
                   "actorRest", "arguments", "argument", "actorItem", "duration", 
                   "call", "routing", "edge", "endpoint", "delay", "initial", 
                   "annotation", "annotationArgument", "annotationValue", 
                   "expression", "operand", "name" ]

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
    NAME=58
    INTEGER=59
    DECIMAL=60
    QUANTITY=61
    STRING=62
    SPACE=63
    COMMENT=64

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
            self.state = 77
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 4503601774869762) != 0):
                self.state = 74
                self.fileItem()
                self.state = 79
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 80
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
            self.state = 89
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [8]:
                self.enterOuterAlt(localctx, 1)
                self.state = 82
                self.include()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 2)
                self.state = 83
                self.source()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 84
                self.library()
                pass
            elif token in [12]:
                self.enterOuterAlt(localctx, 4)
                self.state = 85
                self.parameter()
                pass
            elif token in [13]:
                self.enterOuterAlt(localctx, 5)
                self.state = 86
                self.typeDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 6)
                self.state = 87
                self.graph()
                pass
            elif token in [31, 52]:
                self.enterOuterAlt(localctx, 7)
                self.state = 88
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
            self.state = 91
            self.match(SdfParser.T__0)
            self.state = 92
            self.name()
            self.state = 94
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==4:
                self.state = 93
                self.parameters()


            self.state = 99
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==52:
                self.state = 96
                self.annotation()
                self.state = 101
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 102
            self.match(SdfParser.T__1)
            self.state = 106
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 297026468099865858) != 0):
                self.state = 103
                self.statement()
                self.state = 108
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 109
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
            self.state = 111
            self.match(SdfParser.T__3)
            self.state = 120
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 292522868472495362) != 0):
                self.state = 112
                self.parameterDefault()
                self.state = 117
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 113
                    self.match(SdfParser.T__4)
                    self.state = 114
                    self.parameterDefault()
                    self.state = 119
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 122
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
            self.state = 124
            self.name()
            self.state = 125
            self.match(SdfParser.T__6)
            self.state = 126
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
            self.state = 137
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,7,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 128
                self.include()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 129
                self.source()
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 130
                self.library()
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 131
                self.parameter()
                pass

            elif la_ == 5:
                self.enterOuterAlt(localctx, 5)
                self.state = 132
                self.typeDeclaration()
                pass

            elif la_ == 6:
                self.enterOuterAlt(localctx, 6)
                self.state = 133
                self.port()
                pass

            elif la_ == 7:
                self.enterOuterAlt(localctx, 7)
                self.state = 134
                self.annotatedActor()
                pass

            elif la_ == 8:
                self.enterOuterAlt(localctx, 8)
                self.state = 135
                self.routing()
                pass

            elif la_ == 9:
                self.enterOuterAlt(localctx, 9)
                self.state = 136
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
            self.state = 139
            self.match(SdfParser.T__7)
            self.state = 140
            self.match(SdfParser.STRING)
            self.state = 145
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 141
                self.match(SdfParser.T__4)
                self.state = 142
                self.match(SdfParser.STRING)
                self.state = 147
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 148
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
            self.state = 150
            self.match(SdfParser.T__9)
            self.state = 151
            self.match(SdfParser.STRING)
            self.state = 156
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 152
                self.match(SdfParser.T__4)
                self.state = 153
                self.match(SdfParser.STRING)
                self.state = 158
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 159
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
            self.state = 161
            self.match(SdfParser.T__10)
            self.state = 162
            self.match(SdfParser.STRING)
            self.state = 167
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 163
                self.match(SdfParser.T__4)
                self.state = 164
                self.match(SdfParser.STRING)
                self.state = 169
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 170
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
            self.state = 172
            self.match(SdfParser.T__11)
            self.state = 173
            self.name()
            self.state = 174
            self.match(SdfParser.T__6)
            self.state = 175
            self.expression()
            self.state = 176
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
            self.state = 178
            self.match(SdfParser.T__12)
            self.state = 179
            self.name()
            self.state = 180
            self.match(SdfParser.T__6)
            self.state = 181
            self.typeWords()
            self.state = 183
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==14:
                self.state = 182
                self.brackets()


            self.state = 185
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
        self.enterRule(localctx, 22, self.RULE_typeWords)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 188 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 187
                self.name()
                self.state = 190 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & 292522868472495362) != 0)):
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
        self.enterRule(localctx, 24, self.RULE_brackets)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 192
            self.match(SdfParser.T__13)
            self.state = 193
            self.expression()
            self.state = 194
            self.match(SdfParser.T__14)
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
        self.enterRule(localctx, 26, self.RULE_port)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 196
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not(_la==16 or _la==17):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 197
            self.name()
            self.state = 198
            self.match(SdfParser.T__17)
            self.state = 199
            self.typeWords()
            self.state = 201 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 200
                self.rates()
                self.state = 203 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==14):
                    break

            self.state = 206
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==20:
                self.state = 205
                self.pattern()


            self.state = 212
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 4503600428482560) != 0):
                self.state = 210
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [22, 23, 24, 25, 26, 27, 29]:
                    self.state = 208
                    self.clause()
                    pass
                elif token in [52]:
                    self.state = 209
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 214
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 215
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
        self.enterRule(localctx, 28, self.RULE_rates)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 217
            self.match(SdfParser.T__13)
            self.state = 226
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 2048926723146988818) != 0):
                self.state = 218
                self.rate()
                self.state = 223
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 219
                    self.match(SdfParser.T__4)
                    self.state = 220
                    self.rate()
                    self.state = 225
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 228
            self.match(SdfParser.T__14)
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
        self.enterRule(localctx, 30, self.RULE_rate)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 230
            self.expression()
            self.state = 233
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==19:
                self.state = 231
                self.match(SdfParser.T__18)
                self.state = 232
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
        self.enterRule(localctx, 32, self.RULE_pattern)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 235
            self.match(SdfParser.T__19)
            self.state = 236
            self.expression()
            self.state = 237
            self.match(SdfParser.T__20)
            self.state = 238
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
        self.enterRule(localctx, 34, self.RULE_clause)
        self._la = 0 # Token type
        try:
            self.state = 252
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [22, 23, 24, 25, 26]:
                self.enterOuterAlt(localctx, 1)
                self.state = 240
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 130023424) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            elif token in [27]:
                self.enterOuterAlt(localctx, 2)
                self.state = 241
                localctx.word = self.match(SdfParser.T__26)
                self.state = 248
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 242
                    self.match(SdfParser.T__3)
                    self.state = 243
                    self.match(SdfParser.T__27)
                    self.state = 244
                    self.match(SdfParser.T__6)
                    self.state = 245
                    self.percent()
                    self.state = 246
                    self.match(SdfParser.T__5)


                pass
            elif token in [29]:
                self.enterOuterAlt(localctx, 3)
                self.state = 250
                localctx.word = self.match(SdfParser.T__28)
                self.state = 251
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
        self.enterRule(localctx, 36, self.RULE_percent)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 254
            _la = self._input.LA(1)
            if not(_la==59 or _la==60):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 255
            self.match(SdfParser.T__29)
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
        self.enterRule(localctx, 38, self.RULE_annotatedActor)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 260
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==52:
                self.state = 257
                self.annotation()
                self.state = 262
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 263
            self.match(SdfParser.T__30)
            self.state = 264
            self.name()
            self.state = 268
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==52:
                self.state = 265
                self.annotation()
                self.state = 270
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 271
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
        self.enterRule(localctx, 40, self.RULE_actorRest)
        self._la = 0 # Token type
        try:
            self.state = 297
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 274
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 273
                    self.parameters()


                self.state = 276
                self.match(SdfParser.T__1)
                self.state = 280
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 2194728484864) != 0):
                    self.state = 277
                    self.actorItem()
                    self.state = 282
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 283
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 284
                self.match(SdfParser.T__6)
                self.state = 285
                self.name()
                self.state = 287
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 286
                    self.arguments()


                self.state = 292
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==52:
                    self.state = 289
                    self.annotation()
                    self.state = 294
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 295
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
        self.enterRule(localctx, 42, self.RULE_arguments)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 299
            self.match(SdfParser.T__3)
            self.state = 308
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 292522868472495362) != 0):
                self.state = 300
                self.argument()
                self.state = 305
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 301
                    self.match(SdfParser.T__4)
                    self.state = 302
                    self.argument()
                    self.state = 307
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 310
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
        self.enterRule(localctx, 44, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 312
            self.name()
            self.state = 313
            self.match(SdfParser.T__6)
            self.state = 314
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
        self.enterRule(localctx, 46, self.RULE_actorItem)
        self._la = 0 # Token type
        try:
            self.state = 344
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [16, 17]:
                self.enterOuterAlt(localctx, 1)
                self.state = 316
                self.port()
                pass
            elif token in [32, 33, 34]:
                self.enterOuterAlt(localctx, 2)
                self.state = 317
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 30064771072) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 318
                self.call()
                self.state = 319
                self.match(SdfParser.T__8)
                pass
            elif token in [35]:
                self.enterOuterAlt(localctx, 3)
                self.state = 321
                self.match(SdfParser.T__34)
                self.state = 328
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 292522868472495362) != 0):
                    self.state = 322
                    self.name()
                    self.state = 323
                    self.match(SdfParser.T__17)
                    self.state = 324
                    self.typeWords()
                    self.state = 326
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==14:
                        self.state = 325
                        self.brackets()




                self.state = 330
                self.match(SdfParser.T__8)
                pass
            elif token in [36, 37, 38, 39]:
                self.enterOuterAlt(localctx, 4)
                self.state = 331
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 1030792151040) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 332
                self.match(SdfParser.T__8)
                pass
            elif token in [40]:
                self.enterOuterAlt(localctx, 5)
                self.state = 333
                self.match(SdfParser.T__39)
                self.state = 334
                self.duration()
                self.state = 339
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 335
                    self.match(SdfParser.T__4)
                    self.state = 336
                    self.duration()
                    self.state = 341
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 342
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
        self.enterRule(localctx, 48, self.RULE_duration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 351
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [61]:
                self.state = 346
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [59, 60]:
                self.state = 347
                _la = self._input.LA(1)
                if not(_la==59 or _la==60):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 349
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,35,self._ctx)
                if la_ == 1:
                    self.state = 348
                    self.name()


                pass
            else:
                raise NoViableAltException(self)

            self.state = 355
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==19:
                self.state = 353
                self.match(SdfParser.T__18)
                self.state = 354
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
        self.enterRule(localctx, 50, self.RULE_call)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 357
            self.name()
            self.state = 358
            self.match(SdfParser.T__3)
            self.state = 367
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & 2048926723146988818) != 0):
                self.state = 359
                self.expression()
                self.state = 364
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 360
                    self.match(SdfParser.T__4)
                    self.state = 361
                    self.expression()
                    self.state = 366
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 369
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
        self.enterRule(localctx, 52, self.RULE_routing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 371
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 68169720922112) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 372
            self.name()
            self.state = 373
            self.match(SdfParser.T__1)
            self.state = 377
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==16 or _la==17:
                self.state = 374
                self.port()
                self.state = 379
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 380
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
        self.enterRule(localctx, 54, self.RULE_edge)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 382
            self.endpoint()
            self.state = 383
            self.match(SdfParser.T__45)
            self.state = 396
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 13, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 48, 49, 50, 51, 58]:
                self.state = 384
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 385
                self.match(SdfParser.T__1)
                self.state = 386
                self.endpoint()
                self.state = 391
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 387
                    self.match(SdfParser.T__4)
                    self.state = 388
                    self.endpoint()
                    self.state = 393
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 394
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 399
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==48:
                self.state = 398
                self.delay()


            self.state = 404
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==52:
                self.state = 401
                self.annotation()
                self.state = 406
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 407
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
        self.enterRule(localctx, 56, self.RULE_endpoint)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 409
            self.name()
            self.state = 412
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==47:
                self.state = 410
                self.match(SdfParser.T__46)
                self.state = 411
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
        self.enterRule(localctx, 58, self.RULE_delay)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 414
            self.match(SdfParser.T__47)
            self.state = 415
            self.expression()
            self.state = 418
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 416
                self.match(SdfParser.T__6)
                self.state = 417
                self.initial()


            self.state = 421
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==49 or _la==50:
                self.state = 420
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==49 or _la==50):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()


            self.state = 425
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==20:
                self.state = 423
                self.match(SdfParser.T__19)
                self.state = 424
                localctx.setter = self.endpoint()


            self.state = 429
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==51:
                self.state = 427
                self.match(SdfParser.T__50)
                self.state = 428
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
        self.enterRule(localctx, 60, self.RULE_initial)
        self._la = 0 # Token type
        try:
            self.state = 445
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,51,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 431
                self.match(SdfParser.T__31)
                self.state = 432
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 433
                self.match(SdfParser.T__1)
                self.state = 434
                self.expression()
                self.state = 439
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 435
                    self.match(SdfParser.T__4)
                    self.state = 436
                    self.expression()
                    self.state = 441
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 442
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 444
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
        self.enterRule(localctx, 62, self.RULE_annotation)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 447
            self.match(SdfParser.T__51)
            self.state = 448
            self.name()
            self.state = 461
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,54,self._ctx)
            if la_ == 1:
                self.state = 449
                self.match(SdfParser.T__3)
                self.state = 458
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & 8966455750788070674) != 0):
                    self.state = 450
                    self.annotationArgument()
                    self.state = 455
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 451
                        self.match(SdfParser.T__4)
                        self.state = 452
                        self.annotationArgument()
                        self.state = 457
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 460
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
        self.enterRule(localctx, 64, self.RULE_annotationArgument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 466
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,55,self._ctx)
            if la_ == 1:
                self.state = 463
                self.name()
                self.state = 464
                self.match(SdfParser.T__6)


            self.state = 468
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
        self.enterRule(localctx, 66, self.RULE_annotationValue)
        try:
            self.state = 474
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,56,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 470
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 471
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 472
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 473
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
        self.enterRule(localctx, 68, self.RULE_expression)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 476
            self.operand()
            self.state = 481
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 279223177970712576) != 0):
                self.state = 477
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 279223177970712576) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 478
                self.operand()
                self.state = 483
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
        self.enterRule(localctx, 70, self.RULE_operand)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 487
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==53 or _la==54:
                self.state = 484
                _la = self._input.LA(1)
                if not(_la==53 or _la==54):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 489
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 511
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [59]:
                self.state = 490
                self.match(SdfParser.INTEGER)
                pass
            elif token in [60]:
                self.state = 491
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 13, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 48, 49, 50, 51, 58]:
                self.state = 492
                self.name()
                self.state = 505
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 493
                    self.match(SdfParser.T__3)
                    self.state = 502
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & 2048926723146988818) != 0):
                        self.state = 494
                        self.expression()
                        self.state = 499
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 495
                            self.match(SdfParser.T__4)
                            self.state = 496
                            self.expression()
                            self.state = 501
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 504
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 507
                self.match(SdfParser.T__3)
                self.state = 508
                self.expression()
                self.state = 509
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
        self.enterRule(localctx, 72, self.RULE_name)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 513
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 292522868472495362) != 0)):
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





