/* Landlock (Documentation/userspace-api/landlock.rst of the kernel): a ruleset names what is governed and
 * what is allowed; whatever of the governed isn't allowed is refused. Older kernels govern less: each version
 * of the interface adds bits, and asking for an unknown one is an error. The structures and bits are written
 * out here because the headers that a program is built with may be older than the kernel that it runs on. */
#ifdef __linux__
#include "analyzer/sandbox/parts.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same number on all architectures. */
enum { CALL_CREATE_RULESET = 444, CALL_ADD_RULE = 445, CALL_RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, RULE_PATH_BENEATH = 1, PATH_ONLY = 010000000 };

#define FS_EXECUTE (UINT64_C(1) << 0)
#define FS_WRITE_FILE (UINT64_C(1) << 1)
#define FS_READ_FILE (UINT64_C(1) << 2)
#define FS_READ_DIR (UINT64_C(1) << 3)
#define FS_REMOVE_FILE (UINT64_C(1) << 5)
#define FS_MAKE_REG (UINT64_C(1) << 8)
#define FS_TRUNCATE (UINT64_C(1) << 14)

struct ruleset_attributes {
	uint64_t files, network, scoped;
};

struct path_beneath {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

static long create(const struct ruleset_attributes *attributes, size_t size, unsigned flags)
{
	return syscall(CALL_CREATE_RULESET, attributes, size, flags);
}

static long version(void)
{
	return create(NULL, 0, ASK_VERSION);
}

bool sandbox_has_files(void)
{
	return version() > 0;
}

/* All that a version governs. */
static struct ruleset_attributes governed(long version_number, size_t *size)
{
	/* Bits of accesses to files: 13 at first; then moving between folders, truncating, and devices. */
	int bits = 13 + (version_number >= 2) + (version_number >= 3) + (version_number >= 5);
	struct ruleset_attributes out = {.files = (UINT64_C(1) << bits) - 1};
	*size = sizeof out.files;
	if (version_number >= 4) {
		out.network = 3; /* binding and connecting of TCP */
		*size += sizeof out.network;
	}
	if (version_number >= 6) {
		out.scoped = 3; /* abstract sockets, and signals to others */
		*size += sizeof out.scoped;
	}
	return out;
}

static void allow(int ruleset, const char *path, uint64_t allowed)
{
	const uint64_t of_folders = FS_READ_DIR | FS_REMOVE_FILE | FS_MAKE_REG;
	struct stat status;
	int fd = open(path, PATH_ONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	struct path_beneath rule = {.allowed = allowed, .parent = fd};
	if (fstat(fd, &status) == 0 && !S_ISDIR(status.st_mode))
		rule.allowed &= ~of_folders;
	syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
	close(fd);
}

bool sandbox_limit_files(const struct sandbox_rights *rights)
{
	const uint64_t reading = FS_READ_FILE | FS_READ_DIR;
	long version_number = version();
	if (version_number < 1)
		return false;
	size_t size;
	struct ruleset_attributes attributes = governed(version_number, &size);
	int ruleset = (int)create(&attributes, size, 0);
	if (ruleset < 0)
		return false;
	for (size_t i = 0; rights->readable && i < rights->readable->count; i++)
		allow(ruleset, rights->readable->data[i], reading);
	if (rights->writable)
		allow(ruleset, rights->writable,
			(reading | FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG | FS_REMOVE_FILE) &
				attributes.files);
	bool holds = syscall(CALL_RESTRICT_SELF, ruleset, 0) == 0;
	close(ruleset);
	return holds;
}
#endif
