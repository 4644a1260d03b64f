/* Words in names; see name.h. */
#include "analyzer/base/name.h"

#include <ctype.h>
#include <string.h>

bool name_has(const char *name, const char *word)
{
	size_t length = strlen(word);
	for (; *name; name++) {
		size_t i = 0;
		while (i < length && tolower((unsigned char)name[i]) == word[i])
			i++;
		if (i == length)
			return true;
	}
	return false;
}

bool name_has_any(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (name_has(name, *words))
			return true;
	return false;
}
