/* Compares names with patterns. */
#include "analyzer/cuda/pattern.h"

bool cuda_matches(const char *name, const char *pattern)
{
	for (; *pattern != '*'; name++, pattern++) {
		if (*name != *pattern)
			return false;
		if (!*name)
			return true;
	}
	for (pattern++;; name++) {
		if (cuda_matches(name, pattern))
			return true;
		if (!*name)
			return false;
	}
}
