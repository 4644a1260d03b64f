/* The parts together; see sandbox.h. */
#include "analyzer/sandbox/sandbox.h"

#include "analyzer/base/sanitized.h"
#include "analyzer/sandbox/parts.h"

#ifdef __linux__
#include <sys/prctl.h>

unsigned sandbox_available(void)
{
	return (sandbox_has_files() ? SANDBOX_FILES : 0u) | (sandbox_has_calls() ? SANDBOX_CALLS : 0u);
}

#if SANITIZED_ADDRESS
/* Looking for leaks at the end takes calls that are gone by then: the sanitizer asks this first. */
static bool is_inside;
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
	return is_inside;
}
#endif

unsigned sandbox_enter(const struct sandbox_rights *rights)
{
#if SANITIZED_ADDRESS
	is_inside = true;
#endif
	/* Both ask for it: no program that is started may gain rights. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return 0;
	unsigned holds = sandbox_limit_files(rights) ? SANDBOX_FILES : 0u;
	return holds | (sandbox_limit_calls(rights) ? SANDBOX_CALLS : 0u);
}

#else

unsigned sandbox_available(void)
{
	return 0;
}

unsigned sandbox_enter(const struct sandbox_rights *rights)
{
	(void)rights;
	return 0;
}

#endif
