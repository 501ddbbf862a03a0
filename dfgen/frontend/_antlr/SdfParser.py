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
        4,1,76,673,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,2,36,7,36,2,37,7,37,2,38,7,38,2,39,7,39,
        2,40,7,40,2,41,7,41,2,42,7,42,2,43,7,43,2,44,7,44,2,45,7,45,2,46,
        7,46,2,47,7,47,1,0,5,0,98,8,0,10,0,12,0,101,9,0,1,0,1,0,1,1,1,1,
        1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,114,8,1,1,2,1,2,1,2,3,2,119,8,2,
        1,2,5,2,122,8,2,10,2,12,2,125,9,2,1,2,1,2,5,2,129,8,2,10,2,12,2,
        132,9,2,1,2,1,2,1,3,1,3,1,3,1,3,5,3,140,8,3,10,3,12,3,143,9,3,3,
        3,145,8,3,1,3,1,3,1,4,1,4,1,4,3,4,152,8,4,1,5,1,5,1,5,1,5,1,5,1,
        5,1,5,1,5,1,5,1,5,1,5,3,5,165,8,5,1,6,1,6,1,6,1,6,5,6,171,8,6,10,
        6,12,6,174,9,6,1,6,1,6,1,7,1,7,1,7,1,7,5,7,182,8,7,10,7,12,7,185,
        9,7,1,7,1,7,1,8,1,8,1,8,1,8,5,8,193,8,8,10,8,12,8,196,9,8,1,8,5,
        8,199,8,8,10,8,12,8,202,9,8,1,8,1,8,1,9,1,9,1,9,1,9,5,9,210,8,9,
        10,9,12,9,213,9,9,1,9,1,9,1,10,1,10,1,10,1,10,3,10,221,8,10,1,10,
        1,10,1,10,3,10,226,8,10,1,10,1,10,1,11,1,11,1,11,1,11,1,11,3,11,
        235,8,11,1,11,1,11,1,12,1,12,1,12,1,12,5,12,243,8,12,10,12,12,12,
        246,9,12,1,12,1,12,1,13,1,13,1,13,1,13,1,13,1,13,3,13,256,8,13,1,
        13,1,13,1,14,4,14,261,8,14,11,14,12,14,262,1,15,1,15,3,15,267,8,
        15,1,15,1,15,3,15,271,8,15,1,16,1,16,1,16,1,16,5,16,277,8,16,10,
        16,12,16,280,9,16,1,16,1,16,1,17,1,17,3,17,286,8,17,1,18,1,18,4,
        18,290,8,18,11,18,12,18,291,1,18,1,18,1,18,3,18,297,8,18,1,18,1,
        18,3,18,301,8,18,1,19,1,19,1,19,1,19,1,20,1,20,1,20,1,20,1,20,4,
        20,312,8,20,11,20,12,20,313,1,20,3,20,317,8,20,1,20,1,20,5,20,321,
        8,20,10,20,12,20,324,9,20,1,20,1,20,1,21,1,21,1,21,1,21,5,21,332,
        8,21,10,21,12,21,335,9,21,3,21,337,8,21,1,21,1,21,1,22,1,22,1,22,
        3,22,344,8,22,1,23,1,23,1,23,1,23,1,23,1,24,1,24,1,24,1,24,1,24,
        1,24,1,24,1,24,3,24,359,8,24,1,24,1,24,1,24,1,24,1,24,3,24,366,8,
        24,1,25,1,25,3,25,370,8,25,1,26,1,26,1,26,1,27,5,27,376,8,27,10,
        27,12,27,379,9,27,1,27,1,27,1,27,5,27,384,8,27,10,27,12,27,387,9,
        27,1,27,1,27,1,28,3,28,392,8,28,1,28,1,28,5,28,396,8,28,10,28,12,
        28,399,9,28,1,28,1,28,1,28,1,28,3,28,405,8,28,1,28,5,28,408,8,28,
        10,28,12,28,411,9,28,1,28,1,28,3,28,415,8,28,1,29,1,29,1,29,1,29,
        5,29,421,8,29,10,29,12,29,424,9,29,3,29,426,8,29,1,29,1,29,1,30,
        1,30,1,30,1,30,1,31,1,31,1,31,1,31,1,31,1,31,1,31,1,31,1,31,1,31,
        3,31,444,8,31,1,31,3,31,447,8,31,3,31,449,8,31,1,31,1,31,1,31,1,
        31,1,31,1,31,1,31,5,31,458,8,31,10,31,12,31,461,9,31,1,31,1,31,1,
        31,1,31,1,31,1,31,3,31,469,8,31,1,32,1,32,1,32,3,32,474,8,32,3,32,
        476,8,32,1,32,1,32,3,32,480,8,32,1,33,1,33,1,33,1,33,5,33,486,8,
        33,10,33,12,33,489,9,33,3,33,491,8,33,1,33,1,33,1,34,1,34,1,34,1,
        34,1,34,5,34,500,8,34,10,34,12,34,503,9,34,3,34,505,8,34,1,34,1,
        34,1,35,1,35,1,35,1,35,5,35,513,8,35,10,35,12,35,516,9,35,1,35,1,
        35,1,36,1,36,1,36,1,36,1,36,1,36,1,36,5,36,527,8,36,10,36,12,36,
        530,9,36,1,36,1,36,3,36,534,8,36,1,36,3,36,537,8,36,1,36,5,36,540,
        8,36,10,36,12,36,543,9,36,1,36,1,36,1,37,1,37,1,37,1,37,1,37,1,37,
        1,37,1,37,1,37,5,37,556,8,37,10,37,12,37,559,9,37,1,37,1,37,1,38,
        1,38,1,38,3,38,566,8,38,1,39,1,39,3,39,570,8,39,1,40,1,40,1,40,1,
        40,3,40,576,8,40,1,40,3,40,579,8,40,1,40,1,40,3,40,583,8,40,1,40,
        1,40,3,40,587,8,40,1,41,1,41,1,41,1,41,1,41,1,41,5,41,595,8,41,10,
        41,12,41,598,9,41,1,41,1,41,1,41,3,41,603,8,41,1,42,1,42,1,42,1,
        42,1,42,1,42,5,42,611,8,42,10,42,12,42,614,9,42,3,42,616,8,42,1,
        42,3,42,619,8,42,1,43,1,43,1,43,3,43,624,8,43,1,43,1,43,1,44,1,44,
        1,44,1,44,3,44,632,8,44,1,45,1,45,1,45,5,45,637,8,45,10,45,12,45,
        640,9,45,1,46,5,46,643,8,46,10,46,12,46,646,9,46,1,46,1,46,1,46,
        1,46,1,46,1,46,1,46,5,46,655,8,46,10,46,12,46,658,9,46,3,46,660,
        8,46,1,46,3,46,663,8,46,1,46,1,46,1,46,1,46,3,46,669,8,46,1,47,1,
        47,1,47,0,0,48,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,
        36,38,40,42,44,46,48,50,52,54,56,58,60,62,64,66,68,70,72,74,76,78,
        80,82,84,86,88,90,92,94,0,11,1,0,20,21,1,0,25,27,1,0,31,35,1,0,71,
        72,1,0,43,45,1,0,47,50,1,0,53,57,1,0,62,63,2,0,41,41,65,69,1,0,65,
        66,9,0,1,1,8,8,10,13,15,17,20,21,25,40,42,57,61,63,70,70,736,0,99,
        1,0,0,0,2,113,1,0,0,0,4,115,1,0,0,0,6,135,1,0,0,0,8,148,1,0,0,0,
        10,164,1,0,0,0,12,166,1,0,0,0,14,177,1,0,0,0,16,188,1,0,0,0,18,205,
        1,0,0,0,20,216,1,0,0,0,22,229,1,0,0,0,24,238,1,0,0,0,26,249,1,0,
        0,0,28,260,1,0,0,0,30,264,1,0,0,0,32,272,1,0,0,0,34,285,1,0,0,0,
        36,287,1,0,0,0,38,302,1,0,0,0,40,306,1,0,0,0,42,327,1,0,0,0,44,340,
        1,0,0,0,46,345,1,0,0,0,48,365,1,0,0,0,50,369,1,0,0,0,52,371,1,0,
        0,0,54,377,1,0,0,0,56,414,1,0,0,0,58,416,1,0,0,0,60,429,1,0,0,0,
        62,468,1,0,0,0,64,475,1,0,0,0,66,481,1,0,0,0,68,494,1,0,0,0,70,508,
        1,0,0,0,72,519,1,0,0,0,74,546,1,0,0,0,76,562,1,0,0,0,78,567,1,0,
        0,0,80,571,1,0,0,0,82,602,1,0,0,0,84,604,1,0,0,0,86,623,1,0,0,0,
        88,631,1,0,0,0,90,633,1,0,0,0,92,644,1,0,0,0,94,670,1,0,0,0,96,98,
        3,2,1,0,97,96,1,0,0,0,98,101,1,0,0,0,99,97,1,0,0,0,99,100,1,0,0,
        0,100,102,1,0,0,0,101,99,1,0,0,0,102,103,5,0,0,1,103,1,1,0,0,0,104,
        114,3,12,6,0,105,114,3,14,7,0,106,114,3,16,8,0,107,114,3,18,9,0,
        108,114,3,20,10,0,109,114,3,22,11,0,110,114,3,24,12,0,111,114,3,
        4,2,0,112,114,3,54,27,0,113,104,1,0,0,0,113,105,1,0,0,0,113,106,
        1,0,0,0,113,107,1,0,0,0,113,108,1,0,0,0,113,109,1,0,0,0,113,110,
        1,0,0,0,113,111,1,0,0,0,113,112,1,0,0,0,114,3,1,0,0,0,115,116,5,
        1,0,0,116,118,3,94,47,0,117,119,3,6,3,0,118,117,1,0,0,0,118,119,
        1,0,0,0,119,123,1,0,0,0,120,122,3,84,42,0,121,120,1,0,0,0,122,125,
        1,0,0,0,123,121,1,0,0,0,123,124,1,0,0,0,124,126,1,0,0,0,125,123,
        1,0,0,0,126,130,5,2,0,0,127,129,3,10,5,0,128,127,1,0,0,0,129,132,
        1,0,0,0,130,128,1,0,0,0,130,131,1,0,0,0,131,133,1,0,0,0,132,130,
        1,0,0,0,133,134,5,3,0,0,134,5,1,0,0,0,135,144,5,4,0,0,136,141,3,
        8,4,0,137,138,5,5,0,0,138,140,3,8,4,0,139,137,1,0,0,0,140,143,1,
        0,0,0,141,139,1,0,0,0,141,142,1,0,0,0,142,145,1,0,0,0,143,141,1,
        0,0,0,144,136,1,0,0,0,144,145,1,0,0,0,145,146,1,0,0,0,146,147,5,
        6,0,0,147,7,1,0,0,0,148,151,3,94,47,0,149,150,5,7,0,0,150,152,3,
        90,45,0,151,149,1,0,0,0,151,152,1,0,0,0,152,9,1,0,0,0,153,165,3,
        14,7,0,154,165,3,16,8,0,155,165,3,18,9,0,156,165,3,20,10,0,157,165,
        3,22,11,0,158,165,3,24,12,0,159,165,3,40,20,0,160,165,3,54,27,0,
        161,165,3,70,35,0,162,165,3,72,36,0,163,165,3,74,37,0,164,153,1,
        0,0,0,164,154,1,0,0,0,164,155,1,0,0,0,164,156,1,0,0,0,164,157,1,
        0,0,0,164,158,1,0,0,0,164,159,1,0,0,0,164,160,1,0,0,0,164,161,1,
        0,0,0,164,162,1,0,0,0,164,163,1,0,0,0,165,11,1,0,0,0,166,167,5,8,
        0,0,167,172,5,74,0,0,168,169,5,5,0,0,169,171,5,74,0,0,170,168,1,
        0,0,0,171,174,1,0,0,0,172,170,1,0,0,0,172,173,1,0,0,0,173,175,1,
        0,0,0,174,172,1,0,0,0,175,176,5,9,0,0,176,13,1,0,0,0,177,178,5,10,
        0,0,178,183,5,74,0,0,179,180,5,5,0,0,180,182,5,74,0,0,181,179,1,
        0,0,0,182,185,1,0,0,0,183,181,1,0,0,0,183,184,1,0,0,0,184,186,1,
        0,0,0,185,183,1,0,0,0,186,187,5,9,0,0,187,15,1,0,0,0,188,189,5,11,
        0,0,189,194,5,74,0,0,190,191,5,5,0,0,191,193,5,74,0,0,192,190,1,
        0,0,0,193,196,1,0,0,0,194,192,1,0,0,0,194,195,1,0,0,0,195,200,1,
        0,0,0,196,194,1,0,0,0,197,199,3,84,42,0,198,197,1,0,0,0,199,202,
        1,0,0,0,200,198,1,0,0,0,200,201,1,0,0,0,201,203,1,0,0,0,202,200,
        1,0,0,0,203,204,5,9,0,0,204,17,1,0,0,0,205,206,5,12,0,0,206,211,
        5,74,0,0,207,208,5,5,0,0,208,210,5,74,0,0,209,207,1,0,0,0,210,213,
        1,0,0,0,211,209,1,0,0,0,211,212,1,0,0,0,212,214,1,0,0,0,213,211,
        1,0,0,0,214,215,5,9,0,0,215,19,1,0,0,0,216,217,5,13,0,0,217,220,
        3,94,47,0,218,219,5,14,0,0,219,221,3,28,14,0,220,218,1,0,0,0,220,
        221,1,0,0,0,221,222,1,0,0,0,222,223,5,7,0,0,223,225,3,90,45,0,224,
        226,5,15,0,0,225,224,1,0,0,0,225,226,1,0,0,0,226,227,1,0,0,0,227,
        228,5,9,0,0,228,21,1,0,0,0,229,230,5,16,0,0,230,231,3,94,47,0,231,
        232,5,7,0,0,232,234,3,28,14,0,233,235,3,38,19,0,234,233,1,0,0,0,
        234,235,1,0,0,0,235,236,1,0,0,0,236,237,5,9,0,0,237,23,1,0,0,0,238,
        239,5,17,0,0,239,240,3,28,14,0,240,244,5,2,0,0,241,243,3,26,13,0,
        242,241,1,0,0,0,243,246,1,0,0,0,244,242,1,0,0,0,244,245,1,0,0,0,
        245,247,1,0,0,0,246,244,1,0,0,0,247,248,5,3,0,0,248,25,1,0,0,0,249,
        255,3,94,47,0,250,251,5,18,0,0,251,252,3,94,47,0,252,253,5,19,0,
        0,253,256,1,0,0,0,254,256,7,0,0,0,255,250,1,0,0,0,255,254,1,0,0,
        0,256,257,1,0,0,0,257,258,5,9,0,0,258,27,1,0,0,0,259,261,3,30,15,
        0,260,259,1,0,0,0,261,262,1,0,0,0,262,260,1,0,0,0,262,263,1,0,0,
        0,263,29,1,0,0,0,264,266,3,94,47,0,265,267,3,32,16,0,266,265,1,0,
        0,0,266,267,1,0,0,0,267,270,1,0,0,0,268,269,5,22,0,0,269,271,3,30,
        15,0,270,268,1,0,0,0,270,271,1,0,0,0,271,31,1,0,0,0,272,273,5,23,
        0,0,273,278,3,34,17,0,274,275,5,5,0,0,275,277,3,34,17,0,276,274,
        1,0,0,0,277,280,1,0,0,0,278,276,1,0,0,0,278,279,1,0,0,0,279,281,
        1,0,0,0,280,278,1,0,0,0,281,282,5,24,0,0,282,33,1,0,0,0,283,286,
        3,36,18,0,284,286,3,90,45,0,285,283,1,0,0,0,285,284,1,0,0,0,286,
        35,1,0,0,0,287,300,3,94,47,0,288,290,3,30,15,0,289,288,1,0,0,0,290,
        291,1,0,0,0,291,289,1,0,0,0,291,292,1,0,0,0,292,301,1,0,0,0,293,
        296,3,32,16,0,294,295,5,22,0,0,295,297,3,30,15,0,296,294,1,0,0,0,
        296,297,1,0,0,0,297,301,1,0,0,0,298,299,5,22,0,0,299,301,3,30,15,
        0,300,289,1,0,0,0,300,293,1,0,0,0,300,298,1,0,0,0,301,37,1,0,0,0,
        302,303,5,18,0,0,303,304,3,90,45,0,304,305,5,19,0,0,305,39,1,0,0,
        0,306,307,7,1,0,0,307,308,3,78,39,0,308,309,5,14,0,0,309,311,3,28,
        14,0,310,312,3,42,21,0,311,310,1,0,0,0,312,313,1,0,0,0,313,311,1,
        0,0,0,313,314,1,0,0,0,314,316,1,0,0,0,315,317,3,46,23,0,316,315,
        1,0,0,0,316,317,1,0,0,0,317,322,1,0,0,0,318,321,3,48,24,0,319,321,
        3,84,42,0,320,318,1,0,0,0,320,319,1,0,0,0,321,324,1,0,0,0,322,320,
        1,0,0,0,322,323,1,0,0,0,323,325,1,0,0,0,324,322,1,0,0,0,325,326,
        5,9,0,0,326,41,1,0,0,0,327,336,5,18,0,0,328,333,3,44,22,0,329,330,
        5,5,0,0,330,332,3,44,22,0,331,329,1,0,0,0,332,335,1,0,0,0,333,331,
        1,0,0,0,333,334,1,0,0,0,334,337,1,0,0,0,335,333,1,0,0,0,336,328,
        1,0,0,0,336,337,1,0,0,0,337,338,1,0,0,0,338,339,5,19,0,0,339,43,
        1,0,0,0,340,343,3,90,45,0,341,342,5,28,0,0,342,344,3,90,45,0,343,
        341,1,0,0,0,343,344,1,0,0,0,344,45,1,0,0,0,345,346,5,29,0,0,346,
        347,3,90,45,0,347,348,5,30,0,0,348,349,3,90,45,0,349,47,1,0,0,0,
        350,366,7,2,0,0,351,358,5,36,0,0,352,353,5,4,0,0,353,354,5,37,0,
        0,354,355,5,7,0,0,355,356,3,52,26,0,356,357,5,6,0,0,357,359,1,0,
        0,0,358,352,1,0,0,0,358,359,1,0,0,0,359,366,1,0,0,0,360,361,5,38,
        0,0,361,366,3,94,47,0,362,363,5,39,0,0,363,364,5,40,0,0,364,366,
        3,50,25,0,365,350,1,0,0,0,365,351,1,0,0,0,365,360,1,0,0,0,365,362,
        1,0,0,0,366,49,1,0,0,0,367,370,5,73,0,0,368,370,3,90,45,0,369,367,
        1,0,0,0,369,368,1,0,0,0,370,51,1,0,0,0,371,372,7,3,0,0,372,373,5,
        41,0,0,373,53,1,0,0,0,374,376,3,84,42,0,375,374,1,0,0,0,376,379,
        1,0,0,0,377,375,1,0,0,0,377,378,1,0,0,0,378,380,1,0,0,0,379,377,
        1,0,0,0,380,381,5,42,0,0,381,385,3,78,39,0,382,384,3,84,42,0,383,
        382,1,0,0,0,384,387,1,0,0,0,385,383,1,0,0,0,385,386,1,0,0,0,386,
        388,1,0,0,0,387,385,1,0,0,0,388,389,3,56,28,0,389,55,1,0,0,0,390,
        392,3,6,3,0,391,390,1,0,0,0,391,392,1,0,0,0,392,393,1,0,0,0,393,
        397,5,2,0,0,394,396,3,62,31,0,395,394,1,0,0,0,396,399,1,0,0,0,397,
        395,1,0,0,0,397,398,1,0,0,0,398,400,1,0,0,0,399,397,1,0,0,0,400,
        415,5,3,0,0,401,402,5,7,0,0,402,404,3,94,47,0,403,405,3,58,29,0,
        404,403,1,0,0,0,404,405,1,0,0,0,405,409,1,0,0,0,406,408,3,84,42,
        0,407,406,1,0,0,0,408,411,1,0,0,0,409,407,1,0,0,0,409,410,1,0,0,
        0,410,412,1,0,0,0,411,409,1,0,0,0,412,413,5,9,0,0,413,415,1,0,0,
        0,414,391,1,0,0,0,414,401,1,0,0,0,415,57,1,0,0,0,416,425,5,4,0,0,
        417,422,3,60,30,0,418,419,5,5,0,0,419,421,3,60,30,0,420,418,1,0,
        0,0,421,424,1,0,0,0,422,420,1,0,0,0,422,423,1,0,0,0,423,426,1,0,
        0,0,424,422,1,0,0,0,425,417,1,0,0,0,425,426,1,0,0,0,426,427,1,0,
        0,0,427,428,5,6,0,0,428,59,1,0,0,0,429,430,3,94,47,0,430,431,5,7,
        0,0,431,432,3,90,45,0,432,61,1,0,0,0,433,469,3,40,20,0,434,435,7,
        4,0,0,435,436,3,68,34,0,436,437,5,9,0,0,437,469,1,0,0,0,438,448,
        5,46,0,0,439,440,3,94,47,0,440,441,5,14,0,0,441,443,3,28,14,0,442,
        444,3,38,19,0,443,442,1,0,0,0,443,444,1,0,0,0,444,446,1,0,0,0,445,
        447,3,66,33,0,446,445,1,0,0,0,446,447,1,0,0,0,447,449,1,0,0,0,448,
        439,1,0,0,0,448,449,1,0,0,0,449,450,1,0,0,0,450,469,5,9,0,0,451,
        452,7,5,0,0,452,469,5,9,0,0,453,454,5,51,0,0,454,459,3,64,32,0,455,
        456,5,5,0,0,456,458,3,64,32,0,457,455,1,0,0,0,458,461,1,0,0,0,459,
        457,1,0,0,0,459,460,1,0,0,0,460,462,1,0,0,0,461,459,1,0,0,0,462,
        463,5,9,0,0,463,469,1,0,0,0,464,465,5,52,0,0,465,466,3,64,32,0,466,
        467,5,9,0,0,467,469,1,0,0,0,468,433,1,0,0,0,468,434,1,0,0,0,468,
        438,1,0,0,0,468,451,1,0,0,0,468,453,1,0,0,0,468,464,1,0,0,0,469,
        63,1,0,0,0,470,476,5,73,0,0,471,473,7,3,0,0,472,474,3,94,47,0,473,
        472,1,0,0,0,473,474,1,0,0,0,474,476,1,0,0,0,475,470,1,0,0,0,475,
        471,1,0,0,0,476,479,1,0,0,0,477,478,5,28,0,0,478,480,3,90,45,0,479,
        477,1,0,0,0,479,480,1,0,0,0,480,65,1,0,0,0,481,490,5,4,0,0,482,487,
        3,90,45,0,483,484,5,5,0,0,484,486,3,90,45,0,485,483,1,0,0,0,486,
        489,1,0,0,0,487,485,1,0,0,0,487,488,1,0,0,0,488,491,1,0,0,0,489,
        487,1,0,0,0,490,482,1,0,0,0,490,491,1,0,0,0,491,492,1,0,0,0,492,
        493,5,6,0,0,493,67,1,0,0,0,494,495,3,30,15,0,495,504,5,4,0,0,496,
        501,3,90,45,0,497,498,5,5,0,0,498,500,3,90,45,0,499,497,1,0,0,0,
        500,503,1,0,0,0,501,499,1,0,0,0,501,502,1,0,0,0,502,505,1,0,0,0,
        503,501,1,0,0,0,504,496,1,0,0,0,504,505,1,0,0,0,505,506,1,0,0,0,
        506,507,5,6,0,0,507,69,1,0,0,0,508,509,7,6,0,0,509,510,3,78,39,0,
        510,514,5,2,0,0,511,513,3,40,20,0,512,511,1,0,0,0,513,516,1,0,0,
        0,514,512,1,0,0,0,514,515,1,0,0,0,515,517,1,0,0,0,516,514,1,0,0,
        0,517,518,5,3,0,0,518,71,1,0,0,0,519,520,3,76,38,0,520,533,5,58,
        0,0,521,534,3,76,38,0,522,523,5,2,0,0,523,528,3,76,38,0,524,525,
        5,5,0,0,525,527,3,76,38,0,526,524,1,0,0,0,527,530,1,0,0,0,528,526,
        1,0,0,0,528,529,1,0,0,0,529,531,1,0,0,0,530,528,1,0,0,0,531,532,
        5,3,0,0,532,534,1,0,0,0,533,521,1,0,0,0,533,522,1,0,0,0,534,536,
        1,0,0,0,535,537,3,80,40,0,536,535,1,0,0,0,536,537,1,0,0,0,537,541,
        1,0,0,0,538,540,3,84,42,0,539,538,1,0,0,0,540,543,1,0,0,0,541,539,
        1,0,0,0,541,542,1,0,0,0,542,544,1,0,0,0,543,541,1,0,0,0,544,545,
        5,9,0,0,545,73,1,0,0,0,546,547,5,28,0,0,547,548,3,94,47,0,548,549,
        5,25,0,0,549,550,3,90,45,0,550,551,5,59,0,0,551,552,3,90,45,0,552,
        557,5,2,0,0,553,556,3,72,36,0,554,556,3,74,37,0,555,553,1,0,0,0,
        555,554,1,0,0,0,556,559,1,0,0,0,557,555,1,0,0,0,557,558,1,0,0,0,
        558,560,1,0,0,0,559,557,1,0,0,0,560,561,5,3,0,0,561,75,1,0,0,0,562,
        565,3,78,39,0,563,564,5,60,0,0,564,566,3,78,39,0,565,563,1,0,0,0,
        565,566,1,0,0,0,566,77,1,0,0,0,567,569,3,94,47,0,568,570,3,38,19,
        0,569,568,1,0,0,0,569,570,1,0,0,0,570,79,1,0,0,0,571,572,5,61,0,
        0,572,575,3,90,45,0,573,574,5,7,0,0,574,576,3,82,41,0,575,573,1,
        0,0,0,575,576,1,0,0,0,576,578,1,0,0,0,577,579,7,7,0,0,578,577,1,
        0,0,0,578,579,1,0,0,0,579,582,1,0,0,0,580,581,5,29,0,0,581,583,3,
        76,38,0,582,580,1,0,0,0,582,583,1,0,0,0,583,586,1,0,0,0,584,585,
        5,40,0,0,585,587,3,76,38,0,586,584,1,0,0,0,586,587,1,0,0,0,587,81,
        1,0,0,0,588,589,5,43,0,0,589,603,3,68,34,0,590,591,5,2,0,0,591,596,
        3,90,45,0,592,593,5,5,0,0,593,595,3,90,45,0,594,592,1,0,0,0,595,
        598,1,0,0,0,596,594,1,0,0,0,596,597,1,0,0,0,597,599,1,0,0,0,598,
        596,1,0,0,0,599,600,5,3,0,0,600,603,1,0,0,0,601,603,3,90,45,0,602,
        588,1,0,0,0,602,590,1,0,0,0,602,601,1,0,0,0,603,83,1,0,0,0,604,605,
        5,64,0,0,605,618,3,94,47,0,606,615,5,4,0,0,607,612,3,86,43,0,608,
        609,5,5,0,0,609,611,3,86,43,0,610,608,1,0,0,0,611,614,1,0,0,0,612,
        610,1,0,0,0,612,613,1,0,0,0,613,616,1,0,0,0,614,612,1,0,0,0,615,
        607,1,0,0,0,615,616,1,0,0,0,616,617,1,0,0,0,617,619,5,6,0,0,618,
        606,1,0,0,0,618,619,1,0,0,0,619,85,1,0,0,0,620,621,3,94,47,0,621,
        622,5,7,0,0,622,624,1,0,0,0,623,620,1,0,0,0,623,624,1,0,0,0,624,
        625,1,0,0,0,625,626,3,88,44,0,626,87,1,0,0,0,627,632,3,52,26,0,628,
        632,5,73,0,0,629,632,5,74,0,0,630,632,3,90,45,0,631,627,1,0,0,0,
        631,628,1,0,0,0,631,629,1,0,0,0,631,630,1,0,0,0,632,89,1,0,0,0,633,
        638,3,92,46,0,634,635,7,8,0,0,635,637,3,92,46,0,636,634,1,0,0,0,
        637,640,1,0,0,0,638,636,1,0,0,0,638,639,1,0,0,0,639,91,1,0,0,0,640,
        638,1,0,0,0,641,643,7,9,0,0,642,641,1,0,0,0,643,646,1,0,0,0,644,
        642,1,0,0,0,644,645,1,0,0,0,645,668,1,0,0,0,646,644,1,0,0,0,647,
        669,5,71,0,0,648,669,5,72,0,0,649,662,3,94,47,0,650,659,5,4,0,0,
        651,656,3,90,45,0,652,653,5,5,0,0,653,655,3,90,45,0,654,652,1,0,
        0,0,655,658,1,0,0,0,656,654,1,0,0,0,656,657,1,0,0,0,657,660,1,0,
        0,0,658,656,1,0,0,0,659,651,1,0,0,0,659,660,1,0,0,0,660,661,1,0,
        0,0,661,663,5,6,0,0,662,650,1,0,0,0,662,663,1,0,0,0,663,669,1,0,
        0,0,664,665,5,4,0,0,665,666,3,90,45,0,666,667,5,6,0,0,667,669,1,
        0,0,0,668,647,1,0,0,0,668,648,1,0,0,0,668,649,1,0,0,0,668,664,1,
        0,0,0,669,93,1,0,0,0,670,671,7,10,0,0,671,95,1,0,0,0,84,99,113,118,
        123,130,141,144,151,164,172,183,194,200,211,220,225,234,244,255,
        262,266,270,278,285,291,296,300,313,316,320,322,333,336,343,358,
        365,369,377,385,391,397,404,409,414,422,425,443,446,448,459,468,
        473,475,479,487,490,501,504,514,528,533,536,541,555,557,565,569,
        575,578,582,586,596,602,612,615,618,623,631,638,644,656,659,662,
        668
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
                     "'::'", "'<'", "'>'", "'in'", "'out'", "'inout'", "'for'", 
                     "'from'", "'step'", "'read_only'", "'read_write'", 
                     "'write_only'", "'unused'", "'partial'", "'read_mostly'", 
                     "'written'", "'overlays'", "'up'", "'to'", "'%'", "'actor'", 
                     "'init'", "'fire'", "'end'", "'state'", "'stops'", 
                     "'effect'", "'io'", "'stateless'", "'time'", "'period'", 
                     "'broadcast'", "'roundbuffer'", "'fork'", "'join'", 
                     "'slice'", "'->'", "'..'", "'.'", "'delay'", "'keep'", 
                     "'reset'", "'@'", "'+'", "'-'", "'*'", "'/'", "'**'" ]

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
                      "<INVALID>", "<INVALID>", "<INVALID>", "<INVALID>", 
                      "<INVALID>", "<INVALID>", "NAME", "INTEGER", "DECIMAL", 
                      "QUANTITY", "STRING", "SPACE", "COMMENT" ]

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
    RULE_cppName = 15
    RULE_templateArguments = 16
    RULE_templateArgument = 17
    RULE_className = 18
    RULE_brackets = 19
    RULE_port = 20
    RULE_rates = 21
    RULE_rate = 22
    RULE_pattern = 23
    RULE_clause = 24
    RULE_size = 25
    RULE_percent = 26
    RULE_annotatedActor = 27
    RULE_actorRest = 28
    RULE_arguments = 29
    RULE_argument = 30
    RULE_actorItem = 31
    RULE_duration = 32
    RULE_construction = 33
    RULE_call = 34
    RULE_routing = 35
    RULE_edge = 36
    RULE_loop = 37
    RULE_endpoint = 38
    RULE_indexed = 39
    RULE_delay = 40
    RULE_initial = 41
    RULE_annotation = 42
    RULE_annotationArgument = 43
    RULE_annotationValue = 44
    RULE_expression = 45
    RULE_operand = 46
    RULE_name = 47

    ruleNames =  [ "file", "fileItem", "graph", "parameters", "parameterDefault", 
                   "statement", "import_", "include", "source", "library", 
                   "parameter", "typeDeclaration", "objectDeclaration", 
                   "objectField", "typeWords", "cppName", "templateArguments", 
                   "templateArgument", "className", "brackets", "port", 
                   "rates", "rate", "pattern", "clause", "size", "percent", 
                   "annotatedActor", "actorRest", "arguments", "argument", 
                   "actorItem", "duration", "construction", "call", "routing", 
                   "edge", "loop", "endpoint", "indexed", "delay", "initial", 
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
    T__57=58
    T__58=59
    T__59=60
    T__60=61
    T__61=62
    T__62=63
    T__63=64
    T__64=65
    T__65=66
    T__66=67
    T__67=68
    T__68=69
    NAME=70
    INTEGER=71
    DECIMAL=72
    QUANTITY=73
    STRING=74
    SPACE=75
    COMMENT=76

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
            self.state = 99
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while ((((_la - 1)) & ~0x3f) == 0 and ((1 << (_la - 1)) & -9223369837831414143) != 0):
                self.state = 96
                self.fileItem()
                self.state = 101
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 102
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
            self.state = 113
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [8]:
                self.enterOuterAlt(localctx, 1)
                self.state = 104
                self.import_()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 2)
                self.state = 105
                self.include()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 106
                self.source()
                pass
            elif token in [12]:
                self.enterOuterAlt(localctx, 4)
                self.state = 107
                self.library()
                pass
            elif token in [13]:
                self.enterOuterAlt(localctx, 5)
                self.state = 108
                self.parameter()
                pass
            elif token in [16]:
                self.enterOuterAlt(localctx, 6)
                self.state = 109
                self.typeDeclaration()
                pass
            elif token in [17]:
                self.enterOuterAlt(localctx, 7)
                self.state = 110
                self.objectDeclaration()
                pass
            elif token in [1]:
                self.enterOuterAlt(localctx, 8)
                self.state = 111
                self.graph()
                pass
            elif token in [42, 64]:
                self.enterOuterAlt(localctx, 9)
                self.state = 112
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
            self.state = 115
            self.match(SdfParser.T__0)
            self.state = 116
            self.name()
            self.state = 118
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==4:
                self.state = 117
                self.parameters()


            self.state = 123
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==64:
                self.state = 120
                self.annotation()
                self.state = 125
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 126
            self.match(SdfParser.T__1)
            self.state = 130
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==64 or _la==70:
                self.state = 127
                self.statement()
                self.state = 132
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 133
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
            self.state = 135
            self.match(SdfParser.T__3)
            self.state = 144
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70:
                self.state = 136
                self.parameterDefault()
                self.state = 141
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 137
                    self.match(SdfParser.T__4)
                    self.state = 138
                    self.parameterDefault()
                    self.state = 143
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 146
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
            self.state = 148
            self.name()
            self.state = 151
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 149
                self.match(SdfParser.T__6)
                self.state = 150
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
            self.state = 164
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,8,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 153
                self.include()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 154
                self.source()
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 155
                self.library()
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 156
                self.parameter()
                pass

            elif la_ == 5:
                self.enterOuterAlt(localctx, 5)
                self.state = 157
                self.typeDeclaration()
                pass

            elif la_ == 6:
                self.enterOuterAlt(localctx, 6)
                self.state = 158
                self.objectDeclaration()
                pass

            elif la_ == 7:
                self.enterOuterAlt(localctx, 7)
                self.state = 159
                self.port()
                pass

            elif la_ == 8:
                self.enterOuterAlt(localctx, 8)
                self.state = 160
                self.annotatedActor()
                pass

            elif la_ == 9:
                self.enterOuterAlt(localctx, 9)
                self.state = 161
                self.routing()
                pass

            elif la_ == 10:
                self.enterOuterAlt(localctx, 10)
                self.state = 162
                self.edge()
                pass

            elif la_ == 11:
                self.enterOuterAlt(localctx, 11)
                self.state = 163
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
            self.state = 166
            self.match(SdfParser.T__7)
            self.state = 167
            self.match(SdfParser.STRING)
            self.state = 172
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 168
                self.match(SdfParser.T__4)
                self.state = 169
                self.match(SdfParser.STRING)
                self.state = 174
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 175
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
            self.state = 177
            self.match(SdfParser.T__9)
            self.state = 178
            self.match(SdfParser.STRING)
            self.state = 183
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 179
                self.match(SdfParser.T__4)
                self.state = 180
                self.match(SdfParser.STRING)
                self.state = 185
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 186
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

        def annotation(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.AnnotationContext)
            else:
                return self.getTypedRuleContext(SdfParser.AnnotationContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_source




    def source(self):

        localctx = SdfParser.SourceContext(self, self._ctx, self.state)
        self.enterRule(localctx, 16, self.RULE_source)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 188
            self.match(SdfParser.T__10)
            self.state = 189
            self.match(SdfParser.STRING)
            self.state = 194
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 190
                self.match(SdfParser.T__4)
                self.state = 191
                self.match(SdfParser.STRING)
                self.state = 196
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 200
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==64:
                self.state = 197
                self.annotation()
                self.state = 202
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 203
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
            self.state = 205
            self.match(SdfParser.T__11)
            self.state = 206
            self.match(SdfParser.STRING)
            self.state = 211
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 207
                self.match(SdfParser.T__4)
                self.state = 208
                self.match(SdfParser.STRING)
                self.state = 213
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 214
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
            self.state = 216
            self.match(SdfParser.T__12)
            self.state = 217
            self.name()
            self.state = 220
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==14:
                self.state = 218
                self.match(SdfParser.T__13)
                self.state = 219
                self.typeWords()


            self.state = 222
            self.match(SdfParser.T__6)
            self.state = 223
            self.expression()
            self.state = 225
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==15:
                self.state = 224
                localctx.word = self.match(SdfParser.T__14)


            self.state = 227
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
            self.state = 229
            self.match(SdfParser.T__15)
            self.state = 230
            self.name()
            self.state = 231
            self.match(SdfParser.T__6)
            self.state = 232
            self.typeWords()
            self.state = 234
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==18:
                self.state = 233
                self.brackets()


            self.state = 236
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
            self.state = 238
            self.match(SdfParser.T__16)
            self.state = 239
            self.typeWords()
            self.state = 240
            self.match(SdfParser.T__1)
            self.state = 244
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70:
                self.state = 241
                self.objectField()
                self.state = 246
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 247
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
            self.state = 249
            localctx.field = self.name()
            self.state = 255
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [18]:
                self.state = 250
                self.match(SdfParser.T__17)
                self.state = 251
                localctx.count = self.name()
                self.state = 252
                self.match(SdfParser.T__18)
                pass
            elif token in [20, 21]:
                self.state = 254
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

            self.state = 257
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

        def cppName(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.CppNameContext)
            else:
                return self.getTypedRuleContext(SdfParser.CppNameContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_typeWords




    def typeWords(self):

        localctx = SdfParser.TypeWordsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 28, self.RULE_typeWords)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 260 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 259
                self.cppName()
                self.state = 262 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CppNameContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def templateArguments(self):
            return self.getTypedRuleContext(SdfParser.TemplateArgumentsContext,0)


        def cppName(self):
            return self.getTypedRuleContext(SdfParser.CppNameContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_cppName




    def cppName(self):

        localctx = SdfParser.CppNameContext(self, self._ctx, self.state)
        self.enterRule(localctx, 30, self.RULE_cppName)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 264
            self.name()
            self.state = 266
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==23:
                self.state = 265
                self.templateArguments()


            self.state = 270
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==22:
                self.state = 268
                self.match(SdfParser.T__21)
                self.state = 269
                self.cppName()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TemplateArgumentsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def templateArgument(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.TemplateArgumentContext)
            else:
                return self.getTypedRuleContext(SdfParser.TemplateArgumentContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_templateArguments




    def templateArguments(self):

        localctx = SdfParser.TemplateArgumentsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 32, self.RULE_templateArguments)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 272
            self.match(SdfParser.T__22)
            self.state = 273
            self.templateArgument()
            self.state = 278
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==5:
                self.state = 274
                self.match(SdfParser.T__4)
                self.state = 275
                self.templateArgument()
                self.state = 280
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 281
            self.match(SdfParser.T__23)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TemplateArgumentContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def className(self):
            return self.getTypedRuleContext(SdfParser.ClassNameContext,0)


        def expression(self):
            return self.getTypedRuleContext(SdfParser.ExpressionContext,0)


        def getRuleIndex(self):
            return SdfParser.RULE_templateArgument




    def templateArgument(self):

        localctx = SdfParser.TemplateArgumentContext(self, self._ctx, self.state)
        self.enterRule(localctx, 34, self.RULE_templateArgument)
        try:
            self.state = 285
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,23,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 283
                self.className()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 284
                self.expression()
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClassNameContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def name(self):
            return self.getTypedRuleContext(SdfParser.NameContext,0)


        def templateArguments(self):
            return self.getTypedRuleContext(SdfParser.TemplateArgumentsContext,0)


        def cppName(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.CppNameContext)
            else:
                return self.getTypedRuleContext(SdfParser.CppNameContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_className




    def className(self):

        localctx = SdfParser.ClassNameContext(self, self._ctx, self.state)
        self.enterRule(localctx, 36, self.RULE_className)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 287
            self.name()
            self.state = 300
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 13, 15, 16, 17, 20, 21, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 61, 62, 63, 70]:
                self.state = 289 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while True:
                    self.state = 288
                    self.cppName()
                    self.state = 291 
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70):
                        break

                pass
            elif token in [23]:
                self.state = 293
                self.templateArguments()
                self.state = 296
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==22:
                    self.state = 294
                    self.match(SdfParser.T__21)
                    self.state = 295
                    self.cppName()


                pass
            elif token in [22]:
                self.state = 298
                self.match(SdfParser.T__21)
                self.state = 299
                self.cppName()
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
        self.enterRule(localctx, 38, self.RULE_brackets)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 302
            self.match(SdfParser.T__17)
            self.state = 303
            self.expression()
            self.state = 304
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
        self.enterRule(localctx, 40, self.RULE_port)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 306
            localctx.direction = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 234881024) != 0)):
                localctx.direction = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 307
            self.indexed()
            self.state = 308
            self.match(SdfParser.T__13)
            self.state = 309
            self.typeWords()
            self.state = 311 
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 310
                self.rates()
                self.state = 313 
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==18):
                    break

            self.state = 316
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==29:
                self.state = 315
                self.pattern()


            self.state = 322
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while ((((_la - 31)) & ~0x3f) == 0 and ((1 << (_la - 31)) & 8589935039) != 0):
                self.state = 320
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [31, 32, 33, 34, 35, 36, 38, 39]:
                    self.state = 318
                    self.clause()
                    pass
                elif token in [64]:
                    self.state = 319
                    self.annotation()
                    pass
                else:
                    raise NoViableAltException(self)

                self.state = 324
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 325
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
        self.enterRule(localctx, 42, self.RULE_rates)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 327
            self.match(SdfParser.T__17)
            self.state = 336
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401454) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 227) != 0):
                self.state = 328
                self.rate()
                self.state = 333
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 329
                    self.match(SdfParser.T__4)
                    self.state = 330
                    self.rate()
                    self.state = 335
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 338
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
        self.enterRule(localctx, 44, self.RULE_rate)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 340
            self.expression()
            self.state = 343
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==28:
                self.state = 341
                self.match(SdfParser.T__27)
                self.state = 342
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
        self.enterRule(localctx, 46, self.RULE_pattern)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 345
            self.match(SdfParser.T__28)
            self.state = 346
            self.expression()
            self.state = 347
            self.match(SdfParser.T__29)
            self.state = 348
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
        self.enterRule(localctx, 48, self.RULE_clause)
        self._la = 0 # Token type
        try:
            self.state = 365
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [31, 32, 33, 34, 35]:
                self.enterOuterAlt(localctx, 1)
                self.state = 350
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 66571993088) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            elif token in [36]:
                self.enterOuterAlt(localctx, 2)
                self.state = 351
                localctx.word = self.match(SdfParser.T__35)
                self.state = 358
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 352
                    self.match(SdfParser.T__3)
                    self.state = 353
                    self.match(SdfParser.T__36)
                    self.state = 354
                    self.match(SdfParser.T__6)
                    self.state = 355
                    self.percent()
                    self.state = 356
                    self.match(SdfParser.T__5)


                pass
            elif token in [38]:
                self.enterOuterAlt(localctx, 3)
                self.state = 360
                localctx.word = self.match(SdfParser.T__37)
                self.state = 361
                self.name()
                pass
            elif token in [39]:
                self.enterOuterAlt(localctx, 4)
                self.state = 362
                localctx.word = self.match(SdfParser.T__38)
                self.state = 363
                self.match(SdfParser.T__39)
                self.state = 364
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
        self.enterRule(localctx, 50, self.RULE_size)
        try:
            self.state = 369
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [73]:
                self.enterOuterAlt(localctx, 1)
                self.state = 367
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [1, 4, 8, 10, 11, 12, 13, 15, 16, 17, 20, 21, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 61, 62, 63, 65, 66, 70, 71, 72]:
                self.enterOuterAlt(localctx, 2)
                self.state = 368
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
        self.enterRule(localctx, 52, self.RULE_percent)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 371
            _la = self._input.LA(1)
            if not(_la==71 or _la==72):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 372
            self.match(SdfParser.T__40)
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
        self.enterRule(localctx, 54, self.RULE_annotatedActor)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 377
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==64:
                self.state = 374
                self.annotation()
                self.state = 379
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 380
            self.match(SdfParser.T__41)
            self.state = 381
            self.indexed()
            self.state = 385
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==64:
                self.state = 382
                self.annotation()
                self.state = 387
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 388
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
        self.enterRule(localctx, 56, self.RULE_actorRest)
        self._la = 0 # Token type
        try:
            self.state = 414
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [2, 4]:
                self.enterOuterAlt(localctx, 1)
                self.state = 391
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 390
                    self.parameters()


                self.state = 393
                self.match(SdfParser.T__1)
                self.state = 397
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & 8998403396599808) != 0):
                    self.state = 394
                    self.actorItem()
                    self.state = 399
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 400
                self.match(SdfParser.T__2)
                pass
            elif token in [7]:
                self.enterOuterAlt(localctx, 2)
                self.state = 401
                self.match(SdfParser.T__6)
                self.state = 402
                self.name()
                self.state = 404
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 403
                    self.arguments()


                self.state = 409
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==64:
                    self.state = 406
                    self.annotation()
                    self.state = 411
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 412
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
        self.enterRule(localctx, 58, self.RULE_arguments)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 416
            self.match(SdfParser.T__3)
            self.state = 425
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70:
                self.state = 417
                self.argument()
                self.state = 422
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 418
                    self.match(SdfParser.T__4)
                    self.state = 419
                    self.argument()
                    self.state = 424
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 427
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
        self.enterRule(localctx, 60, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 429
            self.name()
            self.state = 430
            self.match(SdfParser.T__6)
            self.state = 431
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


        def construction(self):
            return self.getTypedRuleContext(SdfParser.ConstructionContext,0)


        def duration(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.DurationContext)
            else:
                return self.getTypedRuleContext(SdfParser.DurationContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_actorItem




    def actorItem(self):

        localctx = SdfParser.ActorItemContext(self, self._ctx, self.state)
        self.enterRule(localctx, 62, self.RULE_actorItem)
        self._la = 0 # Token type
        try:
            self.state = 468
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [25, 26, 27]:
                self.enterOuterAlt(localctx, 1)
                self.state = 433
                self.port()
                pass
            elif token in [43, 44, 45]:
                self.enterOuterAlt(localctx, 2)
                self.state = 434
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 61572651155456) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 435
                self.call()
                self.state = 436
                self.match(SdfParser.T__8)
                pass
            elif token in [46]:
                self.enterOuterAlt(localctx, 3)
                self.state = 438
                self.match(SdfParser.T__45)
                self.state = 448
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70:
                    self.state = 439
                    self.name()
                    self.state = 440
                    self.match(SdfParser.T__13)
                    self.state = 441
                    self.typeWords()
                    self.state = 443
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==18:
                        self.state = 442
                        self.brackets()


                    self.state = 446
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if _la==4:
                        self.state = 445
                        self.construction()




                self.state = 450
                self.match(SdfParser.T__8)
                pass
            elif token in [47, 48, 49, 50]:
                self.enterOuterAlt(localctx, 4)
                self.state = 451
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 2111062325329920) != 0)):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 452
                self.match(SdfParser.T__8)
                pass
            elif token in [51]:
                self.enterOuterAlt(localctx, 5)
                self.state = 453
                self.match(SdfParser.T__50)
                self.state = 454
                self.duration()
                self.state = 459
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 455
                    self.match(SdfParser.T__4)
                    self.state = 456
                    self.duration()
                    self.state = 461
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 462
                self.match(SdfParser.T__8)
                pass
            elif token in [52]:
                self.enterOuterAlt(localctx, 6)
                self.state = 464
                self.match(SdfParser.T__51)
                self.state = 465
                self.duration()
                self.state = 466
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
        self.enterRule(localctx, 64, self.RULE_duration)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 475
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [73]:
                self.state = 470
                self.match(SdfParser.QUANTITY)
                pass
            elif token in [71, 72]:
                self.state = 471
                _la = self._input.LA(1)
                if not(_la==71 or _la==72):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 473
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,51,self._ctx)
                if la_ == 1:
                    self.state = 472
                    self.name()


                pass
            else:
                raise NoViableAltException(self)

            self.state = 479
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==28:
                self.state = 477
                self.match(SdfParser.T__27)
                self.state = 478
                self.expression()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ConstructionContext(ParserRuleContext):
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
            return SdfParser.RULE_construction




    def construction(self):

        localctx = SdfParser.ConstructionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 66, self.RULE_construction)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 481
            self.match(SdfParser.T__3)
            self.state = 490
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401454) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 227) != 0):
                self.state = 482
                self.expression()
                self.state = 487
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 483
                    self.match(SdfParser.T__4)
                    self.state = 484
                    self.expression()
                    self.state = 489
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)



            self.state = 492
            self.match(SdfParser.T__5)
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

        def cppName(self):
            return self.getTypedRuleContext(SdfParser.CppNameContext,0)


        def expression(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(SdfParser.ExpressionContext)
            else:
                return self.getTypedRuleContext(SdfParser.ExpressionContext,i)


        def getRuleIndex(self):
            return SdfParser.RULE_call




    def call(self):

        localctx = SdfParser.CallContext(self, self._ctx, self.state)
        self.enterRule(localctx, 68, self.RULE_call)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 494
            self.cppName()
            self.state = 495
            self.match(SdfParser.T__3)
            self.state = 504
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401454) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 227) != 0):
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



            self.state = 506
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
        self.enterRule(localctx, 70, self.RULE_routing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 508
            localctx.kind = self._input.LT(1)
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 279223176896970752) != 0)):
                localctx.kind = self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 509
            self.indexed()
            self.state = 510
            self.match(SdfParser.T__1)
            self.state = 514
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 234881024) != 0):
                self.state = 511
                self.port()
                self.state = 516
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 517
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
        self.enterRule(localctx, 72, self.RULE_edge)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 519
            self.endpoint()
            self.state = 520
            self.match(SdfParser.T__57)
            self.state = 533
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 8, 10, 11, 12, 13, 15, 16, 17, 20, 21, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 61, 62, 63, 70]:
                self.state = 521
                self.endpoint()
                pass
            elif token in [2]:
                self.state = 522
                self.match(SdfParser.T__1)
                self.state = 523
                self.endpoint()
                self.state = 528
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 524
                    self.match(SdfParser.T__4)
                    self.state = 525
                    self.endpoint()
                    self.state = 530
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 531
                self.match(SdfParser.T__2)
                pass
            else:
                raise NoViableAltException(self)

            self.state = 536
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==61:
                self.state = 535
                self.delay()


            self.state = 541
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==64:
                self.state = 538
                self.annotation()
                self.state = 543
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 544
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
        self.enterRule(localctx, 74, self.RULE_loop)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 546
            self.match(SdfParser.T__27)
            self.state = 547
            self.name()
            self.state = 548
            self.match(SdfParser.T__24)
            self.state = 549
            self.expression()
            self.state = 550
            self.match(SdfParser.T__58)
            self.state = 551
            self.expression()
            self.state = 552
            self.match(SdfParser.T__1)
            self.state = 557
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70:
                self.state = 555
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,63,self._ctx)
                if la_ == 1:
                    self.state = 553
                    self.edge()
                    pass

                elif la_ == 2:
                    self.state = 554
                    self.loop()
                    pass


                self.state = 559
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 560
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
        self.enterRule(localctx, 76, self.RULE_endpoint)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 562
            self.indexed()
            self.state = 565
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==60:
                self.state = 563
                self.match(SdfParser.T__59)
                self.state = 564
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
        self.enterRule(localctx, 78, self.RULE_indexed)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 567
            self.name()
            self.state = 569
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==18:
                self.state = 568
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
        self.enterRule(localctx, 80, self.RULE_delay)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 571
            self.match(SdfParser.T__60)
            self.state = 572
            self.expression()
            self.state = 575
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==7:
                self.state = 573
                self.match(SdfParser.T__6)
                self.state = 574
                self.initial()


            self.state = 578
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==62 or _la==63:
                self.state = 577
                localctx.word = self._input.LT(1)
                _la = self._input.LA(1)
                if not(_la==62 or _la==63):
                    localctx.word = self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()


            self.state = 582
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==29:
                self.state = 580
                self.match(SdfParser.T__28)
                self.state = 581
                localctx.setter = self.endpoint()


            self.state = 586
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==40:
                self.state = 584
                self.match(SdfParser.T__39)
                self.state = 585
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
        self.enterRule(localctx, 82, self.RULE_initial)
        self._la = 0 # Token type
        try:
            self.state = 602
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,72,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 588
                self.match(SdfParser.T__42)
                self.state = 589
                self.call()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 590
                self.match(SdfParser.T__1)
                self.state = 591
                self.expression()
                self.state = 596
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==5:
                    self.state = 592
                    self.match(SdfParser.T__4)
                    self.state = 593
                    self.expression()
                    self.state = 598
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 599
                self.match(SdfParser.T__2)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 601
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
        self.enterRule(localctx, 84, self.RULE_annotation)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 604
            self.match(SdfParser.T__63)
            self.state = 605
            self.name()
            self.state = 618
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,75,self._ctx)
            if la_ == 1:
                self.state = 606
                self.match(SdfParser.T__3)
                self.state = 615
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401454) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 995) != 0):
                    self.state = 607
                    self.annotationArgument()
                    self.state = 612
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==5:
                        self.state = 608
                        self.match(SdfParser.T__4)
                        self.state = 609
                        self.annotationArgument()
                        self.state = 614
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 617
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
        self.enterRule(localctx, 86, self.RULE_annotationArgument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 623
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,76,self._ctx)
            if la_ == 1:
                self.state = 620
                self.name()
                self.state = 621
                self.match(SdfParser.T__6)


            self.state = 625
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
        self.enterRule(localctx, 88, self.RULE_annotationValue)
        try:
            self.state = 631
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,77,self._ctx)
            if la_ == 1:
                self.enterOuterAlt(localctx, 1)
                self.state = 627
                self.percent()
                pass

            elif la_ == 2:
                self.enterOuterAlt(localctx, 2)
                self.state = 628
                self.match(SdfParser.QUANTITY)
                pass

            elif la_ == 3:
                self.enterOuterAlt(localctx, 3)
                self.state = 629
                self.match(SdfParser.STRING)
                pass

            elif la_ == 4:
                self.enterOuterAlt(localctx, 4)
                self.state = 630
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
        self.enterRule(localctx, 90, self.RULE_expression)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 633
            self.operand()
            self.state = 638
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while ((((_la - 41)) & ~0x3f) == 0 and ((1 << (_la - 41)) & 520093697) != 0):
                self.state = 634
                _la = self._input.LA(1)
                if not(((((_la - 41)) & ~0x3f) == 0 and ((1 << (_la - 41)) & 520093697) != 0)):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 635
                self.operand()
                self.state = 640
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
        self.enterRule(localctx, 92, self.RULE_operand)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 644
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==65 or _la==66:
                self.state = 641
                _la = self._input.LA(1)
                if not(_la==65 or _la==66):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 646
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 668
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [71]:
                self.state = 647
                self.match(SdfParser.INTEGER)
                pass
            elif token in [72]:
                self.state = 648
                self.match(SdfParser.DECIMAL)
                pass
            elif token in [1, 8, 10, 11, 12, 13, 15, 16, 17, 20, 21, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 61, 62, 63, 70]:
                self.state = 649
                self.name()
                self.state = 662
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 650
                    self.match(SdfParser.T__3)
                    self.state = 659
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401454) != 0) or ((((_la - 65)) & ~0x3f) == 0 and ((1 << (_la - 65)) & 227) != 0):
                        self.state = 651
                        self.expression()
                        self.state = 656
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while _la==5:
                            self.state = 652
                            self.match(SdfParser.T__4)
                            self.state = 653
                            self.expression()
                            self.state = 658
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)



                    self.state = 661
                    self.match(SdfParser.T__5)


                pass
            elif token in [4]:
                self.state = 664
                self.match(SdfParser.T__3)
                self.state = 665
                self.expression()
                self.state = 666
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
        self.enterRule(localctx, 94, self.RULE_name)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 670
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & -2017614832115401470) != 0) or _la==70):
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





