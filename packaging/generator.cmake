# Read by cpack for each generator: an archive is unpacked anywhere.
if(CPACK_GENERATOR STREQUAL "TXZ")
	set(CPACK_PACKAGING_INSTALL_PREFIX "")
	set(CPACK_SET_DESTDIR OFF)
endif()
