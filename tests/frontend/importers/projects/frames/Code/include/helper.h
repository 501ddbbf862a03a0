/* SPDX-License-Identifier: Apache-2.0 */
unsigned char nextNumber(int *seed);
