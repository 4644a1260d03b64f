/* cuSPARSE under its former name. */
#ifndef CUDALINT_CUSPARSE_V2_H
#define CUDALINT_CUSPARSE_V2_H

#include "cusparse.h"

#endif
