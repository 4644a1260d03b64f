/* Build tool: writes the rules' pages as C arrays. `cudalint_embed OUT.c PAGE.md...`; the name of a page is
 * its file's with hyphens for underscores, which is the rule's name. */
#include <stdio.h>
#include <string.h>

static int embed(FILE *out, const char *path, int index)
{
	FILE *page = fopen(path, "rb");
	if (!page) {
		perror(path);
		return 1;
	}
	fprintf(out, "static const unsigned char page_%d[] = {", index);
	int column = 0;
	for (int c; (c = getc(page)) != EOF; column++)
		fprintf(out, "%s%d,", column % 32 ? "" : "\n\t", c);
	fprintf(out, "\n\t0};\n");
	int failed = ferror(page);
	fclose(page);
	return failed;
}

int main(int argc, char **argv)
{
	FILE *out = argc > 1 ? fopen(argv[1], "wb") : NULL;
	if (!out) {
		perror(argc > 1 ? argv[1] : "cudalint_embed");
		return 1;
	}
	fprintf(out, "/* Generated from the rules' pages. */\n#include \"cli/pages.h\"\n\n");
	for (int i = 2; i < argc; i++) {
		if (embed(out, argv[i], i))
			return 1;
	}
	fprintf(out, "\nconst struct page_data pages_data[] = {\n");
	for (int i = 2; i < argc; i++) {
		const char *slash = strrchr(argv[i], '/');
		const char *name = slash ? slash + 1 : argv[i];
		fprintf(out, "\t{\"");
		for (; *name && *name != '.'; name++)
			putc(*name == '_' ? '-' : *name, out);
		fprintf(out, "\", (const char *)page_%d},\n", i);
	}
	fprintf(out, "\t{0}};\n");
	return fclose(out) != 0;
}
