/* How the tables write a number down: C(x) checked in NVIDIA's toolkit or measured by this project, S(x) read
 * in a source that the table names, U(x) remembered or carried over. Only for the files that include a .def.
 */
#ifndef CUDALINT_MODEL_MARKS_H
#define CUDALINT_MODEL_MARKS_H

#include "model/model.h"

#define C(x)                                                                                                 \
	{                                                                                                    \
		(x), MODEL_CHECKED                                                                           \
	}
#define S(x)                                                                                                 \
	{                                                                                                    \
		(x), MODEL_SOURCE                                                                            \
	}
#define U(x)                                                                                                 \
	{                                                                                                    \
		(x), MODEL_UNCONFIRMED                                                                       \
	}

#endif
