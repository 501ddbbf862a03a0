/* SPDX-License-Identifier: Apache-2.0 */
#error "what PREESM generated is no source of the project"
