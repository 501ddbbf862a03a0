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
        4,1,69,578,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,2,36,7,36,2,37,7,37,2,38,7,38,2,39,7,39,
        2,40,7,40,2,41,7,41,1,0,5,0,86,8,0,10,0,12,0,89,9,0,1,0,1,0,1,1,
        1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,101,8,1,1,2,1,2,1,2,3,2,106,8,2,
        1,2,5,2,109,8,2,10,2,12,2,112,9,2,1,2,1,2,5,2,116,8,2,10,2,12,2,
        119,9,2,1,2,1,2,1,3,1,3,1,3,1,3,5,3,127,8,3,10,3,12,3,130,9,3,3,
        3,132,8,3,1,3,1,3,1,4,1,4,1,4,3,4,139,8,4,1,5,1,5,1,5,1,5,1,5,1,
        5,1,5,1,5,1,5,1,5,1,5,3,5,152,8,5,1,6,1,6,1,6,1,6,5,6,158,8,6,10,
        6,12,6,161,9,6,1,6,1,6,1,7,1,7,1,7,1,7,5,7,169,8,7,10,7,12,7,172,
        9,7,1,7,1,7,1,8,1,8,1,8,1,8,5,8,180,8,8,10,8,12,8,183,9,8,1,8,1,
        8,1,9,1,9,1,9,1,9,1,9,1,9,1,10,1,10,1,10,1,10,1,10,3,10,198,8,10,
        1,10,1,10,1,11,1,11,1,11,1,11,5,11,206,8,11,10,11,12,11,209,9,11,
        1,11,1,11,1,12,1,12,1,12,1,12,1,12,1,12,3,12,219,8,12,1,12,1,12,
        1,13,4,13,224,8,13,11,13,12,13,225,1,14,1,14,1,14,1,14,1,15,1,15,
        1,15,1,15,1,15,4,15,237,8,15,11,15,12,15,238,1,15,3,15,242,8,15,
        1,15,1,15,5,15,246,8,15,10,15,12,15,249,9,15,1,15,1,15,1,16,1,16,
        1,16,1,16,5,16,257,8,16,10,16,12,16,260,9,16,3,16,262,8,16,1,16,
        1,16,1,17,1,17,1,17,3,17,269,8,17,1,18,1,18,1,18,1,18,1,18,1,19,
        1,19,1,19,1,19,1,19,1,19,1,19,1,19,3,19,284,8,19,1,19,1,19,1,19,
        1,19,1,19,3,19,291,8,19,1,20,1,20,3,20,295,8,20,1,21,1,21,1,21,1,
        22,5,22,301,8,22,10,22,12,22,304,9,22,1,22,1,22,1,22,5,22,309,8,
        22,10,22,12,22,312,9,22,1,22,1,22,1,23,3,23,317,8,23,1,23,1,23,5,
        23,321,8,23,10,23,12,23,324,9,23,1,23,1,23,1,23,1,23,3,23,330,8,
        23,1,23,5,23,333,8,23,10,23,12,23,336,9,23,1,23,1,23,3,23,340,8,
        23,1,24,1,24,1,24,1,24,5,24,346,8,24,10,24,12,24,349,9,24,3,24,351,
        8,24,1,24,1,24,1,25,1,25,1,25,1,25,1,26,1,26,1,26,1,26,1,26,1,26,
        1,26,1,26,1,26,1,26,3,26,369,8,26,3,26,371,8,26,1,26,1,26,1,26,1,
        26,1,26,1,26,1,26,5,26,380,8,26,10,26,12,26,383,9,26,1,26,1,26,3,
        26,387,8,26,1,27,1,27,1,27,3,27,392,8,27,3,27,394,8,27,1,27,1,27,
        3,27,398,8,27,1,28,1,28,1,28,1,28,1,28,5,28,405,8,28,10,28,12,28,
        408,9,28,3,28,410,8,28,1,28,1,28,1,29,1,29,1,29,1,29,5,29,418,8,
        29,10,29,12,29,421,9,29,1,29,1,29,1,30,1,30,1,30,1,30,1,30,1,30,
        1,30,5,30,432,8,30,10,30,12,30,435,9,30,1,30,1,30,3,30,439,8,30,
        1,30,3,30,442,8,30,1,30,5,30,445,8,30,10,30,12,30,448,9,30,1,30,
        1,30,1,31,1,31,1,31,1,31,1,31,1,31,1,31,1,31,1,31,5,31,461,8,31,
        10,31,12,31,464,9,31,1,31,1,31,1,32,1,32,1,32,3,32,471,8,32,1,33,
        1,33,3,33,475,8,33,1,34,1,34,1,34,1,34,3,34,481,8,34,1,34,3,34,484,
        8,34,1,34,1,34,3,34,488,8,34,1,34,1,34,3,34,492,8,34,1,35,1,35,1,
        35,1,35,1,35,1,35,5,35,500,8,35,10,35,12,35,503,9,35,1,35,1,35,1,
        35,3,35,508,8,35,1,36,1,36,1,36,1,36,1,36,1,36,5,36,516,8,36,10,
        36,12,36,519,9,36,3,36,521,8,36,1,36,3,36,524,8,36,1,37,1,37,1,37,
        3,37,529,8,37,1,37,1,37,1,38,1,38,1,38,1,38,3,38,537,8,38,1,39,1,
        39,1,39,5,39,542,8,39,10,39,12,39,545,9,39,1,40,5,40,548,8,40,10,
        40,12,40,551,9,40,1,40,1,40,1,40,1,40,1,40,1,40,1,40,5,40,560,8,
        40,10,40,12,40,563,9,40,3,40,565,8,40,1,40,3,40,568,8,40,1,40,1,
        40,1,40,1,40,3,40,574,8,40,1,41,1,41,1,41,0,0,42,0,2,4,6,8,10,12,
        14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,54,56,
        58,60,62,64,66,68,70,72,74,76,78,80,82,0,11,1,0,17,18,1,0,19,20,
        1,0,25,29,1,0,64,65,1,0,37,39,1,0,41,44,1,0,46,50,1,0,55,56,2,0,
        35,35,58,62,1,0,58,59,8,0,1,1,8,8,10,14,17,20,22,34,36,50,54,56,
        63,63,630,0,87,1,0,0,0,2,100,1,0,0,0,4,102,1,0,0,0,6,122,1,0,0,0,
        8,135,1,0,0,0,10,151,1,0,0,0,12,153,1,0,0,0,14,164,1,0,0,0,16,175,
        1,0,0,0,18,186,1,0,0,0,20,192,1,0,0,0,22,201,1,0,0,0,24,212,1,0,
        0,0,26,223,1,0,0,0,28,227,1,0,0,0,30,231,1,0,0,0,32,252,1,0,0,0,
        34,265,1,0,0,0,36,270,1,0,0,0,38,290,1,0,0,0,40,294,1,0,0,0,42,296,
        1,0,0,0,44,302,1,0,0,0,46,339,1,0,0,0,48,341,1,0,0,0,50,354,1,0,
        0,0,52,386,1,0,0,0,54,393,1,0,0,0,56,399,1,0,0,0,58,413,1,0,0,0,
        60,424,1,0,0,0,62,451,1,0,0,0,64,467,1,0,0,0,66,472,1,0,0,0,68,476,
        1,0,0,0,70,507,1,0,0,0,72,509,1,0,0,0,74,528,1,0,0,0,76,536,1,0,
        0,0,78,538,1,0,0,0,80,549,1,0,0,0,82,575,1,0,0,0,84,86,3,2,1,0,85,
        84,1,0,0,0,86,89,1,0,0,0,87,85,1,0,0,0,87,88,1,0,0,0,88,90,1,0,0,
        0,89,87,1,0,0,0,90,91,5,0,0,1,91,1,1,0,0,0,92,101,3,12,6,0,93,101,
        3,14,7,0,94,101,3,16,8,0,95,101,3,18,9,0,96,101,3,20,10,0,97,101,
        3,22,11,0,98,101,3,4,2,0,99,101,3,44,22,0,100,92,1,0,0,0,100,93,
        1,0,0,0,100,94,1,0,0,0,100,95,1,0,0,0,100,96,1,0,0,0,100,97,1,0,
        0,0,100,98,1,0,0,0,100,99,1,0,0,0,101,3,1,0,0,0,102,103,5,1,0,0,
        103,105,3,82,41,0,104,106,3,6,3,0,105,104,1,0,0,0,105,106,1,0,0,
        0,106,110,1,0,0,0,107,109,3,72,36,0,108,107,1,0,0,0,109,112,1,0,
        0,0,110,108,1,0,0,0,110,111,1,0,0,0,111,113,1,0,0,0,112,110,1,0,
        0,0,113,117,5,2,0,0,114,116,3,10,5,0,115,114,1,0,0,0,116,119,1,0,
        0,0,117,115,1,0,0,0,117,118,1,0,0,0,118,120,1,0,0,0,119,117,1,0,
        0,0,120,121,5,3,0,0,121,5,1,0,0,0,122,131,5,4,0,0,123,128,3,8,4,
        0,124,125,5,5,0,0,125,127,3,8,4,0,126,124,1,0,0,0,127,130,1,0,0,
        0,128,126,1,0,0,0,128,129,1,0,0,0,129,132,1,0,0,0,130,128,1,0,0,
        0,131,123,1,0,0,0,131,132,1,0,0,0,132,133,1,0,0,0,133,134,5,6,0,
        0,134,7,1,0,0,0,135,138,3,82,41,0,136,137,5,7,0,0,137,139,3,78,39,
        0,138,136,1,0,0,0,138,139,1,0,0,0,139,9,1,0,0,0,140,152,3,12,6,0,
        141,152,3,14,7,0,142,152,3,16,8,0,143,152,3,18,9,0,144,152,3,20,
        10,0,145,152,3,22,11,0,146,152,3,30,15,0,147,152,3,44,22,0,148,152,
        3,58,29,0,149,152,3,60,30,0,150,152,3,62,31,0,151,140,1,0,0,0,151,
        141,1,0,0,0,151,142,1,0,0,0,151,143,1,0,0,0,151,144,1,0,0,0,151,
        145,1,0,0,0,151,146,1,0,0,0,151,147,1,0,0,0,151,148,1,0,0,0,151,
        149,1,0,0,0,151,150,1,0,0,0,152,11,1,0,0,0,153,154,5,8,0,0,154,159,
        5,67,0,0,155,156,5,5,0,0,156,158,5,67,0,0,157,155,1,0,0,0,158,161,
        1,0,0,0,159,157,1,0,0,0,159,160,1,0,0,0,160,162,1,0,0,0,161,159,
        1,0,0,0,162,163,5,9,0,0,163,13,1,0,0,0,164,165,5,10,0,0,165,170,
        5,67,0,0,166,167,5,5,0,0,167,169,5,67,0,0,168,166,1,0,0,0,169,172,
        1,0,0,0,170,168,1,0,0,0,170,171,1,0,0,0,171,173,1,0,0,0,172,170,
        1,0,0,0,173,174,5,9,0,0,174,15,1,0,0,0,175,176,5,11,0,0,176,181,
        5,67,0,0,177,178,5,5,0,0,178,180,5,67,0,0,179,177,1,0,0,0,180,183,
        1,0,0,0,181,179,1,0,0,0,181,182,1,0,0,0,182,184,1,0,0,0,183,181,
        1,0,0,0,184,185,5,9,0,0,185,17,1,0,0,0,186,187,5,12,0,0,187,188,
        3,82,41,0,188,189,5,7,0,0,189,190,3,78,39,0,190,191,5,9,0,0,191,
        19,1,0,0,0,192,193,5,13,0,0,193,194,3,82,41,0,194,195,5,7,0,0,195,
        197,3,26,13,0,196,198,3,28,14,0,197,196,1,0,0,0,197,198,1,0,0,0,
        198,199,1,0,0,0,199,200,5,9,0,0,200,21,1,0,0,0,201,202,5,14,0,0,
        202,203,3,26,13,0,203,207,5,2,0,0,204,206,3,24,12,0,205,204,1,0,
        0,0,206,209,1,0,0,0,207,205,1,0,0,0,207,208,1,0,0,0,208,210,1,0,
        0,0,209,207,1,0,0,0,210,211,5,3,0,0,211,23,1,0,0,0,212,218,3,82,
        41,0,213,214,5,15,0,0,214,215,3,82,41,0,215,216,5,16,0,0,216,219,
        1,0,0,0,217,219,7,0,0,0,218,213,1,0,0,0,218,217,1,0,0,0,219,220,
        1,0,0,0,220,221,5,9,0,0,221,25,1,0,0,0,222,224,3,82,41,0,223,222,
        1,0,0,0,224,225,1,0,0,0,225,223,1,0,0,0,225,226,1,0,0,0,226,27,1,
        0,0,0,227,228,5,15,0,0,228,229,3,78,39,0,229,230,5,16,0,0,230,29,
        1,0,0,0,231,232,7,1,0,0,232,233,3,66,33,0,233,234,5,21,0,0,234,236,
        3,26,13,0,235,237,3,32,16,0,236,235,1,0,0,0,237,238,1,0,0,0,238,
        236,1,0,0,0,238,239,1,0,0,0,239,241,1,0,0,0,240,242,3,36,18,0,241,
        240,1,0,0,0,241,242,1,0,0,0,242,247,1,0,0,0,243,246,3,38,19,0,244,
        246,3,72,36,0,245,243,1,0,0,0,245,244,1,0,0,0,246,249,1,0,0,0,247,
        245,1,0,0,0,247,248,1,0,0,0,248,250,1,0,0,0,249,247,1,0,0,0,250,
        251,5,9,0,0,251,31,1,0,0,0,252,261,5,15,0,0,253,258,3,34,17,0,254,
        255,5,5,0,0,255,257,3,34,17,0,256,254,1,0,0,0,257,260,1,0,0,0,258,
        256,1,0,0,0,258,259,1,0,0,0,259,262,1,0,0,0,260,258,1,0,0,0,261,
        253,1,0,0,0,261,262,1,0,0,0,262,263,1,0,0,0,263,264,5,16,0,0,264,
        33,1,0,0,0,265,268,3,78,39,0,266,267,5,22,0,0,267,269,3,78,39,0,
        268,266,1,0,0,0,268,269,1,0,0,0,269,35,1,0,0,0,270,271,5,23,0,0,
        271,272,3,78,39,0,272,273,5,24,0,0,273,274,3,78,39,0,274,37,1,0,
        0,0,275,291,7,2,0,0,276,283,5,30,0,0,277,278,5,4,0,0,278,279,5,31,
        0,0,279,280,5,7,0,0,280,281,3,42,21,0,281,282,5,6,0,0,282,284,1,
        0,0,0,283,277,1,0,0,0,283,284,1,0,0,0,284,291,1,0,0,0,285,286,5,
        32,0,0,286,291,3,82,41,0,287,288,5,33,0,0,288,289,5,34,0,0,289,291,
        3,40,20,0,290,275,1,0,0,0,290,276,1,0,0,0,290,285,1,0,0,0,290,287,
        1,0,0,0,291,39,1,0,0,0,292,295,5,66,0,0,293,295,3,78,39,0,294,292,
        1,0,0,0,294,293,1,0,0,0,295,41,1,0,0,0,296,297,7,3,0,0,297,298,5,
        35,0,0,298,43,1,0,0,0,299,301,3,72,36,0,300,299,1,0,0,0,301,304,
        1,0,0,0,302,300,1,0,0,0,302,303,1,0,0,0,303,305,1,0,0,0,304,302,
        1,0,0,0,305,306,5,36,0,0,306,310,3,66,33,0,307,309,3,72,36,0,308,
        307,1,0,0,0,309,312,1,0,0,0,310,308,1,0,0,0,310,311,1,0,0,0,311,
        313,1,0,0,0,312,310,1,0,0,0,313,314,3,46,23,0,314,45,1,0,0,0,315,
        317,3,6,3,0,316,315,1,0,0,0,316,317,1,0,0,0,317,318,1,0,0,0,318,
        322,5,2,0,0,319,321,3,52,26,0,320,319,1,0,0,0,321,324,1,0,0,0,322,
        320,1,0,0,0,322,323,1,0,0,0,323,325,1,0,0,0,324,322,1,0,0,0,325,
        340,5,3,0,0,326,327,5,7,0,0,327,329,3,82,41,0,328,330,3,48,24,0,
        329,328,1,0,0,0,329,330,1,0,0,0,330,334,1,0,0,0,331,333,3,72,36,
        0,332,331,1,0,0,0,333,336,1,0,0,0,334,332,1,0,0,0,334,335,1,0,0,
        0,335,337,1,0,0,0,336,334,1,0,0,0,337,338,5,9,0,0,338,340,1,0,0,
        0,339,316,1,0,0,0,339,326,1,0,0,0,340,47,1,0,0,0,341,350,5,4,0,0,
        342,347,3,50,25,0,343,344,5,5,0,0,344,346,3,50,25,0,345,343,1,0,
        0,0,346,349,1,0,0,0,347,345,1,0,0,0,347,348,1,0,0,0,348,351,1,0,
        0,0,349,347,1,0,0,0,350,342,1,0,0,0,350,351,1,0,0,0,351,352,1,0,
        0,0,352,353,5,6,0,0,353,49,1,0,0,0,354,355,3,82,41,0,355,356,5,7,
        0,0,356,357,3,78,39,0,357,51,1,0,0,0,358,387,3,30,15,0,359,360,7,
        4,0,0,360,361,3,56,28,0,361,362,5,9,0,0,362,387,1,0,0,0,363,370,
        5,40,0,0,364,365,3,82,41,0,365,366,5,21,0,0,366,368,3,26,13,0,367,
        369,3,28,14,0,368,367,1,0,0,0,368,369,1,0,0,0,369,371,1,0,0,0,370,
        364,1,0,0,0,370,371,1,0,0,0,371,372,1,0,0,0,372,387,5,9,0,0,373,
        374,7,5,0,0,374,387,5,9,0,0,375,376,5,45,0,0,376,381,3,54,27,0,377,
        378,5,5,0,0,378,380,3,54,27,0,379,377,1,0,0,0,380,383,1,0,0,0,381,
        379,1,0,0,0,381,382,1,0,0,0,382,384,1,0,0,0,383,381,1,0,0,0,384,
        385,5,9,0,0,385,387,1,0,0,0,386,358,1,0,0,0,386,359,1,0,0,0,386,
        363,1,0,0,0,386,373,1,0,0,0,386,375,1,0,0,0,387,53,1,0,0,0,388,394,
        5,66,0,0,389,391,7,3,0,0,390,392,3,82,41,0,391,390,1,0,0,0,391,392,
        1,0,0,0,392,394,1,0,0,0,393,388,1,0,0,0,393,389,1,0,0,0,394,397,
        1,0,0,0,395,396,5,22,0,0,396,398,3,78,39,0,397,395,1,0,0,0,397,398,
        1,0,0,0,398,55,1,0,0,0,399,400,3,82,41,0,400,409,5,4,0,0,401,406,
        3,78,39,0,402,403,5,5,0,0,403,405,3,78,39,0,404,402,1,0,0,0,405,
        408,1,0,0,0,406,404,1,0,0,0,406,407,1,0,0,0,407,410,1,0,0,0,408,
        406,1,0,0,0,409,401,1,0,0,0,409,410,1,0,0,0,410,411,1,0,0,0,411,
        412,5,6,0,0,412,57,1,0,0,0,413,414,7,6,0,0,414,415,3,66,33,0,415,
        419,5,2,0,0,416,418,3,30,15,0,417,416,1,0,0,0,418,421,1,0,0,0,419,
        417,1,0,0,0,419,420,1,0,0,0,420,422,1,0,0,0,421,419,1,0,0,0,422,
        423,5,3,0,0,423,59,1,0,0,0,424,425,3,64,32,0,425,438,5,51,0,0,426,
        439,3,64,32,0,427,428,5,2,0,0,428,433,3,64,32,0,429,430,5,5,0,0,
        430,432,3,64,32,0,431,429,1,0,0,0,432,435,1,0,0,0,433,431,1,0,0,
        0,433,434,1,0,0,0,434,436,1,0,0,0,435,433,1,0,0,0,436,437,5,3,0,
        0,437,439,1,0,0,0,438,426,1,0,0,0,438,427,1,0,0,0,439,441,1,0,0,
        0,440,442,3,68,34,0,441,440,1,0,0,0,441,442,1,0,0,0,442,446,1,0,
        0,0,443,445,3,72,36,0,444,443,1,0,0,0,445,448,1,0,0,0,446,444,1,
        0,0,0,446,447,1,0,0,0,447,449,1,0,0,0,448,446,1,0,0,0,449,450,5,
        9,0,0,450,61,1,0,0,0,451,452,5,22,0,0,452,453,3,82,41,0,453,454,
        5,19,0,0,454,455,3,78,39,0,455,456,5,52,0,0,456,457,3,78,39,0,457,
        462,5,2,0,0,458,461,3,60,30,0,459,461,3,62,31,0,460,458,1,0,0,0,
        460,459,1,0,0,0,461,464,1,0,0,0,462,460,1,0,0,0,462,463,1,0,0,0,
        463,465,1,0,0,0,464,462,1,0,0,0,465,466,5,3,0,0,466,63,1,0,0,0,467,
        470,3,66,33,0,468,469,5,53,0,0,469,471,3,66,33,0,470,468,1,0,0,0,
        470,471,1,0,0,0,471,65,1,0,0,0,472,474,3,82,41,0,473,475,3,28,14,
        0,474,473,1,0,0,0,474,475,1,0,0,0,475,67,1,0,0,0,476,477,5,54,0,
        0,477,480,3,78,39,0,478,479,5,7,0,0,479,481,3,70,35,0,480,478,1,
        0,0,0,480,481,1,0,0,0,481,483,1,0,0,0,482,484,7,7,0,0,483,482,1,
        0,0,0,483,484,1,0,0,0,484,487,1,0,0,0,485,486,5,23,0,0,486,488,3,
        64,32,0,487,485,1,0,0,0,487,488,1,0,0,0,488,491,1,0,0,0,489,490,
        5,34,0,0,490,492,3,64,32,0,491,489,1,0,0,0,491,492,1,0,0,0,492,69,
        1,0,0,0,493,494,5,37,0,0,494,508,3,56,28,0,495,496,5,2,0,0,496,501,
        3,78,39,0,497,498,5,5,0,0,498,500,3,78,39,0,499,497,1,0,0,0,500,
        503,1,0,0,0,501,499,1,0,0,0,501,502,1,0,0,0,502,504,1,0,0,0,503,
        501,1,0,0,0,504,505,5,3,0,0,505,508,1,0,0,0,506,508,3,78,39,0,507,
        493,1,0,0,0,507,495,1,0,0,0,507,506,1,0,0,0,508,71,1,0,0,0,509,510,
        5,57,0,0,510,523,3,82,41,0,511,520,5,4,0,0,512,517,3,74,37,0,513,
        514,5,5,0,0,514,516,3,74,37,0,515,513,1,0,0,0,516,519,1,0,0,0,517,
        515,1,0,0,0,517,518,1,0,0,0,518,521,1,0,0,0,519,517,1,0,0,0,520,
        512,1,0,0,0,520,521,1,0,0,0,521,522,1,0,0,0,522,524,5,6,0,0,523,
        511,1,0,0,0,523,524,1,0,0,0,524,73,1,0,0,0,525,526,3,82,41,0,526,
        527,5,7,0,0,527,529,1,0,0,0,528,525,1,0,0,0,528,529,1,0,0,0,529,
        530,1,0,0,0,530,531,3,76,38,0,531,75,1,0,0,0,532,537,3,42,21,0,533,
        537,5,66,0,0,534,537,5,67,0,0,535,537,3,78,39,0,536,532,1,0,0,0,
        536,533,1,0,0,0,536,534,1,0,0,0,536,535,1,0,0,0,537,77,1,0,0,0,538,
        543,3,80,40,0,539,540,7,8,0,0,540,542,3,80,40,0,541,539,1,0,0,0,
        542,545,1,0,0,0,543,541,1,0,0,0,543,544,1,0,0,0,544,79,1,0,0,0,545,
        543,1,0,0,0,546,548,7,9,0,0,547,546,1,0,0,0,548,551,1,0,0,0,549,
        547,1,0,0,0,549,550,1,0,0,0,550,573,1,0,0,0,551,549,1,0,0,0,552,
        574,5,64,0,0,553,574,5,65,0,0,554,567,3,82,41,0,555,564,5,4,0,0,
        556,561,3,78,39,0,557,558,5,5,0,0,558,560,3,78,39,0,559,557,1,0,
        0,0,560,563,1,0,0,0,561,559,1,0,0,0,561,562,1,0,0,0,562,565,1,0,
        0,0,563,561,1,0,0,0,564,556,1,0,0,0,564,565,1,0,0,0,565,566,1,0,
        0,0,566,568,5,6,0,0,567,555,1,0,0,0,567,568,1,0,0,0,568,574,1,0,
        0,0,569,570,5,4,0,0,570,571,3,78,39,0,571,572,5,6,0,0,572,574,1,
        0,0,0,573,552,1,0,0,0,573,553,1,0,0,0,573,554,1,0,0,0,573,569,1,
        0,0,0,574,81,1,0,0,0,575,576,7,10,0,0,576,83,1,0,0,0,70,87,100,105,
        110,117,128,131,138,151,159,170,181,197,207,218,225,238,241,245,
        247,258,261,268,283,290,294,302,310,316,322,329,334,339,347,350,
        368,370,381,386,391,393,397,406,409,419,433,438,441,446,460,462,
        470,474,480,483,487,491,501,507,517,520,523,528,536,543,549,561,
        564,567,573
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
                     "'fork'", "'join'", "'slice'", "'->'", "'..'", "'.'", 
                     "'delay'", "'keep'", "'reset'", "'@'", "'+'", "'-'", 
                     "'*'", "'/'", "'**'" ]

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
                      "<INVALID>", "<INVALID>", "<INVALID>", "NAME", "INTEGER", 
                      "DECIMAL", "QUANTITY", "STRING", "SPACE", "COMMENT" ]

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
    RULE_loop = 31
    RULE_endpoint = 32
    RULE_indexed = 33
    RULE_delay = 34
    RULE_initial = 35
    RULE_annotation = 36
    RULE_annotationArgument = 37
    RULE_annotationValue = 38
    RULE_expression = 39
    RULE_operand = 40
    RULE_name = 41

    ruleNames =  [ "file", "fileItem", "graph", "parameters", "parameterDefault", 
                   "statement", "include", "source", "library", "parameter", 
                   "typeDeclaration", "objectDeclaration", "objectField", 
                   "typeWords", "brackets", "port", "rates", "rate", "pattern", 
                   "clause", "size", "percent", "annotatedActor", "actorRest", 
                   "arguments", "argument", "actorItem", "duration", "call", 
                   "routing", "edge", "loop", "endpoint", "indexed", "delay", 
                   "initial", "annotation", "annotationArgument", "annotationValue", 
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
    T__57=58
    T__58=59
    T__59=60
    T__60=61
    T__61=62
    NAME=63
    INTEGER=64
    DECIMAL=65
    QUANTITY=66
    STRING=67
    SPACE=68
    COMMENT=69

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
            self.state = 87
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 144115256795364610) != 0):
                self.state = 84
                self.fileItem()
                self.state = 89
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 90
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
            self.state = 100
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [8]:
                self.enterOuterAlt(localctx, 1)
                self.state = 92
                self.include()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 2)
                self.state = 93
                self.source()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 94
                self.library()
                pass
            elif token in [12]:
                self.enterOuterAlt(localctx, 4)
                self.state = 95
                self.parameter()
                pass
            elif token in [13]:
                self.enterOuterAlt(localctx, 5)
                self.state = 96
                self.typeDeclaration()
                pass
            elif token in [14]:
                self.enterOuterAlt(localctx, 6)
                self.state = 97
                self.objectDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 7)
                self.state = 98
                self.graph()
                pass
            elif token in [36, 57]:
                self.enterOuterAlt(localctx, 8)
                self.state = 99
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
            self.state = 102
            self.match(SdfParser.T__0)
            self.state = 103
            self.name()
            self.state = 105
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==4:
                self.state = 104
                self.parameters()


            self.state = 110
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==57:
                self.state = 107
                self.annotation()
                self.state = 112
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 113
            self.match(SdfParser.T__1)
            self.state = 117
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & -8950904293760795390) != 0):
                self.state = 114
                self.statement()
                self.state = 119
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 120
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
            self.state = 122
            self.match(SdfParser.T__3)
            self.state = 131
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -9095019481836651262) != 0):
                self.state = 123
                self.parameterDefault()
                self.state = 128
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 124
                    self.match(SdfParser.T__4)
                    self.state = 125
                    self.parameterDefault()
                    self.state = 130
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 133
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
            self.state = 135
            self.name()
            self.state = 138
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 136
                self.match(SdfParser.T__6)
                self.state = 137
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
            self.state = 151
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,8,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 140
                self.include()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 141
                self.source()
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 142
                self.library()
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 143
                self.parameter()
                pass

            elif la_ == 5:
                self.enterOuterAlt(localctx, 5)
                self.state = 144
                self.typeDeclaration()
                pass

            elif la_ == 6:
                self.enterOuterAlt(localctx, 6)
                self.state = 145
                self.objectDeclaration()
                pass

            elif la_ == 7:
                self.enterOuterAlt(localctx, 7)
                self.state = 146
                self.port()
                pass

            elif la_ == 8:
                self.enterOuterAlt(localctx, 8)
                self.state = 147
                self.annotatedActor()
                pass

            elif la_ == 9:
                self.enterOuterAlt(localctx, 9)
                self.state = 148
                self.routing()
                pass

            elif la_ == 10:
                self.enterOuterAlt(localctx, 10)
                self.state = 149
                self.edge()
                pass

            elif la_ == 11:
                self.enterOuterAlt(localctx, 11)
                self.state = 150
                self.loop()
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
            self.state = 153
            self.match(SdfParser.T__7)
            self.state = 154
            self.match(SdfParser.STRING)
            self.state = 159
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 155
                self.match(SdfParser.T__4)
                self.state = 156
                self.match(SdfParser.STRING)
                self.state = 161
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 162
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
            self.state = 164
            self.match(SdfParser.T__9)
            self.state = 165
            self.match(SdfParser.STRING)
            self.state = 170
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 166
                self.match(SdfParser.T__4)
                self.state = 167
                self.match(SdfParser.STRING)
                self.state = 172
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 173
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
            self.state = 175
            self.match(SdfParser.T__10)
            self.state = 176
            self.match(SdfParser.STRING)
            self.state = 181
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 177
                self.match(SdfParser.T__4)
                self.state = 178
                self.match(SdfParser.STRING)
                self.state = 183
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 184
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
            self.state = 186
            self.match(SdfParser.T__11)
            self.state = 187
            self.name()
            self.state = 188
            self.match(SdfParser.T__6)
            self.state = 189
            self.expression()
            self.state = 190
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
            self.state = 192
            self.match(SdfParser.T__12)
            self.state = 193
            self.name()
            self.state = 194
            self.match(SdfParser.T__6)
            self.state = 195
            self.typeWords()
            self.state = 197
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==15:
                self.state = 196
                self.brackets()


            self.state = 199
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
            self.state = 201
            self.match(SdfParser.T__13)
            self.state = 202
            self.typeWords()
            self.state = 203
            self.match(SdfParser.T__1)
            self.state = 207
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & -9095019481836651262) != 0):
                self.state = 204
                self.objectField()
                self.state = 209
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 210
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
            self.state = 212
            localctx.field = self.name()
            self.state = 218
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [15]:
                self.state = 213
                self.match(SdfParser.T__14)
                self.state = 214
                localctx.count = self.name()
                self.state = 215
                self.match(SdfParser.T__15)
                pass
            elif token in [17, 18]:
                self.state = 217
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

            self.state = 220
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
            self.state = 223 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 222
                self.name()
                self.state = 225 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -9095019481836651262) != 0)):
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
            self.state = 227
            self.match(SdfParser.T__14)
            self.state = 228
            self.expression()
            self.state = 229
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
        self.enterRule(localctx, 30, self.RULE_port)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 231
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not(_la==19 or _la==20):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 232
            self.indexed()
            self.state = 233
            self.match(SdfParser.T__20)
            self.state = 234
            self.typeWords()
            self.state = 236 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 235
                self.rates()
                self.state = 238 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==15):
                    break

            self.state = 241
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==23:
                self.state = 240
                self.pattern()


            self.state = 247
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 144115203074686976) != 0):
                self.state = 245
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [25, 26, 27, 28, 29, 30, 32, 33]:
                    self.state = 243
                    self.clause()
                    pass
                elif token in [57]:
                    self.state = 244
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 249
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 250
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
            self.state = 252
            self.match(SdfParser.T__14)
            self.state = 261
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -8230328353381516014) != 0) or _la==64 or _la==65:
                self.state = 253
                self.rate()
                self.state = 258
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 254
                    self.match(SdfParser.T__4)
                    self.state = 255
                    self.rate()
                    self.state = 260
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 263
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
            self.state = 265
            self.expression()
            self.state = 268
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==22:
                self.state = 266
                self.match(SdfParser.T__21)
                self.state = 267
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
            self.state = 270
            self.match(SdfParser.T__22)
            self.state = 271
            self.expression()
            self.state = 272
            self.match(SdfParser.T__23)
            self.state = 273
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
            self.state = 290
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [25, 26, 27, 28, 29]:
                self.enterOuterAlt(localctx, 1)
                self.state = 275
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
                self.state = 276
                localctx.word = self.match(SdfParser.T__29)
                self.state = 283
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 277
                    self.match(SdfParser.T__3)
                    self.state = 278
                    self.match(SdfParser.T__30)
                    self.state = 279
                    self.match(SdfParser.T__6)
                    self.state = 280
                    self.percent()
                    self.state = 281
                    self.match(SdfParser.T__5)


                pass
            elif token in [32]:
                self.enterOuterAlt(localctx, 3)
                self.state = 285
                localctx.word = self.match(SdfParser.T__31)
                self.state = 286
                self.name()
                pass
            elif token in [33]:
                self.enterOuterAlt(localctx, 4)
                self.state = 287
                localctx.word = self.match(SdfParser.T__32)
                self.state = 288
                self.match(SdfParser.T__33)
                self.state = 289
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
            self.state = 294
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [66]:
                self.enterOuterAlt(localctx, 1)
                self.state = 292
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [1, 4, 8, 10, 11, 12, 13, 14, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 54, 55, 56, 58, 59, 63, 64, 65]:
                self.enterOuterAlt(localctx, 2)
                self.state = 293
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
            self.state = 296
            _la = self._input.LA(1)
            if not(_la==64 or _la==65):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 297
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
        self.enterRule(localctx, 44, self.RULE_annotatedActor)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 302
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==57:
                self.state = 299
                self.annotation()
                self.state = 304
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 305
            self.match(SdfParser.T__35)
            self.state = 306
            self.indexed()
            self.state = 310
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==57:
                self.state = 307
                self.annotation()
                self.state = 312
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 313
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
            self.state = 339
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 316
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 315
                    self.parameters()


                self.state = 318
                self.match(SdfParser.T__1)
                self.state = 322
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 70231306797056) != 0):
                    self.state = 319
                    self.actorItem()
                    self.state = 324
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 325
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 326
                self.match(SdfParser.T__6)
                self.state = 327
                self.name()
                self.state = 329
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 328
                    self.arguments()


                self.state = 334
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==57:
                    self.state = 331
                    self.annotation()
                    self.state = 336
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 337
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
            self.state = 341
            self.match(SdfParser.T__3)
            self.state = 350
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -9095019481836651262) != 0):
                self.state = 342
                self.argument()
                self.state = 347
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 343
                    self.match(SdfParser.T__4)
                    self.state = 344
                    self.argument()
                    self.state = 349
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 352
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
            self.state = 354
            self.name()
            self.state = 355
            self.match(SdfParser.T__6)
            self.state = 356
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
            self.state = 386
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [19, 20]:
                self.enterOuterAlt(localctx, 1)
                self.state = 358
                self.port()
                pass
            elif token in [37, 38, 39]:
                self.enterOuterAlt(localctx, 2)
                self.state = 359
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 962072674304) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 360
                self.call()
                self.state = 361
                self.match(SdfParser.T__8)
                pass
            elif token in [40]:
                self.enterOuterAlt(localctx, 3)
                self.state = 363
                self.match(SdfParser.T__39)
                self.state = 370
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -9095019481836651262) != 0):
                    self.state = 364
                    self.name()
                    self.state = 365
                    self.match(SdfParser.T__20)
                    self.state = 366
                    self.typeWords()
                    self.state = 368
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==15:
                        self.state = 367
                        self.brackets()




                self.state = 372
                self.match(SdfParser.T__8)
                pass
            elif token in [41, 42, 43, 44]:
                self.enterOuterAlt(localctx, 4)
                self.state = 373
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 32985348833280) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 374
                self.match(SdfParser.T__8)
                pass
            elif token in [45]:
                self.enterOuterAlt(localctx, 5)
                self.state = 375
                self.match(SdfParser.T__44)
                self.state = 376
                self.duration()
                self.state = 381
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 377
                    self.match(SdfParser.T__4)
                    self.state = 378
                    self.duration()
                    self.state = 383
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 384
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
            self.state = 393
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [66]:
                self.state = 388
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [64, 65]:
                self.state = 389
                _la = self._input.LA(1)
                if not(_la==64 or _la==65):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 391
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,39,self._ctx)
                if la_ == 1:
                    self.state = 390
                    self.name()


                pass
            else:
                raise NoViableAltException(self)

            self.state = 397
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==22:
                self.state = 395
                self.match(SdfParser.T__21)
                self.state = 396
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
            self.state = 399
            self.name()
            self.state = 400
            self.match(SdfParser.T__3)
            self.state = 409
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -8230328353381516014) != 0) or _la==64 or _la==65:
                self.state = 401
                self.expression()
                self.state = 406
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 402
                    self.match(SdfParser.T__4)
                    self.state = 403
                    self.expression()
                    self.state = 408
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 411
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
        self.enterRule(localctx, 58, self.RULE_routing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 413
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 2181431069507584) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 414
            self.indexed()
            self.state = 415
            self.match(SdfParser.T__1)
            self.state = 419
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==19 or _la==20:
                self.state = 416
                self.port()
                self.state = 421
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 422
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
            self.state = 424
            self.endpoint()
            self.state = 425
            self.match(SdfParser.T__50)
            self.state = 438
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 13, 14, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 54, 55, 56, 63]:
                self.state = 426
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 427
                self.match(SdfParser.T__1)
                self.state = 428
                self.endpoint()
                self.state = 433
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 429
                    self.match(SdfParser.T__4)
                    self.state = 430
                    self.endpoint()
                    self.state = 435
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 436
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 441
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==54:
                self.state = 440
                self.delay()


            self.state = 446
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==57:
                self.state = 443
                self.annotation()
                self.state = 448
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 449
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
        self.enterRule(localctx, 62, self.RULE_loop)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 451
            self.match(SdfParser.T__21)
            self.state = 452
            self.name()
            self.state = 453
            self.match(SdfParser.T__18)
            self.state = 454
            self.expression()
            self.state = 455
            self.match(SdfParser.T__51)
            self.state = 456
            self.expression()
            self.state = 457
            self.match(SdfParser.T__1)
            self.state = 462
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & -9095019481836651262) != 0):
                self.state = 460
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,49,self._ctx)
                if la_ == 1:
                    self.state = 458
                    self.edge()
                    pass

                elif la_ == 2:
                    self.state = 459
                    self.loop()
                    pass


                self.state = 464
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 465
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
        self.enterRule(localctx, 64, self.RULE_endpoint)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 467
            self.indexed()
            self.state = 470
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==53:
                self.state = 468
                self.match(SdfParser.T__52)
                self.state = 469
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
        self.enterRule(localctx, 66, self.RULE_indexed)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 472
            self.name()
            self.state = 474
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==15:
                self.state = 473
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
        self.enterRule(localctx, 68, self.RULE_delay)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 476
            self.match(SdfParser.T__53)
            self.state = 477
            self.expression()
            self.state = 480
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 478
                self.match(SdfParser.T__6)
                self.state = 479
                self.initial()


            self.state = 483
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==55 or _la==56:
                self.state = 482
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==55 or _la==56):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()


            self.state = 487
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==23:
                self.state = 485
                self.match(SdfParser.T__22)
                self.state = 486
                localctx.setter = self.endpoint()


            self.state = 491
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==34:
                self.state = 489
                self.match(SdfParser.T__33)
                self.state = 490
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
        self.enterRule(localctx, 70, self.RULE_initial)
        self._la = 0 # Token type
        try:
            self.state = 507
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,58,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 493
                self.match(SdfParser.T__36)
                self.state = 494
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 495
                self.match(SdfParser.T__1)
                self.state = 496
                self.expression()
                self.state = 501
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 497
                    self.match(SdfParser.T__4)
                    self.state = 498
                    self.expression()
                    self.state = 503
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 504
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 506
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
        self.enterRule(localctx, 72, self.RULE_annotation)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 509
            self.match(SdfParser.T__56)
            self.state = 510
            self.name()
            self.state = 523
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,61,self._ctx)
            if la_ == 1:
                self.state = 511
                self.match(SdfParser.T__3)
                self.state = 520
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -8230328353381516014) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 15) != 0):
                    self.state = 512
                    self.annotationArgument()
                    self.state = 517
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 513
                        self.match(SdfParser.T__4)
                        self.state = 514
                        self.annotationArgument()
                        self.state = 519
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 522
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
        self.enterRule(localctx, 74, self.RULE_annotationArgument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 528
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,62,self._ctx)
            if la_ == 1:
                self.state = 525
                self.name()
                self.state = 526
                self.match(SdfParser.T__6)


            self.state = 530
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
        self.enterRule(localctx, 76, self.RULE_annotationValue)
        try:
            self.state = 536
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,63,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 532
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 533
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 534
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 535
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
        self.enterRule(localctx, 78, self.RULE_expression)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 538
            self.operand()
            self.state = 543
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 8935141695062802432) != 0):
                self.state = 539
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 8935141695062802432) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 540
                self.operand()
                self.state = 545
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
        self.enterRule(localctx, 80, self.RULE_operand)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 549
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==58 or _la==59:
                self.state = 546
                _la = self._input.LA(1)
                if not(_la==58 or _la==59):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 551
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 573
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [64]:
                self.state = 552
                self.match(SdfParser.INTEGER)
                pass
            elif token in [65]:
                self.state = 553
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 13, 14, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 54, 55, 56, 63]:
                self.state = 554
                self.name()
                self.state = 567
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 555
                    self.match(SdfParser.T__3)
                    self.state = 564
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & -8230328353381516014) != 0) or _la==64 or _la==65:
                        self.state = 556
                        self.expression()
                        self.state = 561
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 557
                            self.match(SdfParser.T__4)
                            self.state = 558
                            self.expression()
                            self.state = 563
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 566
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 569
                self.match(SdfParser.T__3)
                self.state = 570
                self.expression()
                self.state = 571
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
        self.enterRule(localctx, 82, self.RULE_name)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 575
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & -9095019481836651262) != 0)):
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





