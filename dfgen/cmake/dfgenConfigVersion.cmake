# SPDX-License-Identifier: Apache-2.0
# A version of the same major and minor number will do that is not older.
set(PACKAGE_VERSION "0.2.0")
string(REGEX MATCH "^[0-9]+(\\.[0-9]+)?" _dfgen_asked "${PACKAGE_FIND_VERSION}")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
elseif("${PACKAGE_VERSION}." MATCHES "^${_dfgen_asked}\\.")
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
    if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
        set(PACKAGE_VERSION_EXACT TRUE)
    endif()
else()
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
