/* A finding's picture as a figure: the drawing, its title and what there is to see in words. */
#include "cli/html/html.h"

void html_svg_open(
	const struct html *html, const struct picture *picture, unsigned id, unsigned width, unsigned height)
{
	FILE *stream = html->stream;
	fprintf(stream,
		"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Picture\"><svg "
		"class=\"pic\" viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" role=\"img\" "
		"aria-labelledby=\"pt%u pd%u\"><title id=\"pt%u\">",
		width, height, width, height, id, id, id);
	html_plain(stream, picture_title(html->arena, picture));
	fprintf(stream, "</title><desc id=\"pd%u\">", id);
	html_plain(stream, picture_description(html->arena, picture));
	fputs("</desc>\n", stream);
}

void html_picture(struct html *html, const struct picture *picture)
{
	unsigned id = ++html->pictures;
	fputs("<figure>\n", html->stream);
	switch (picture->kind) {
	case PICTURE_SECTORS: html_svg_sectors(html, picture, id); break;
	case PICTURE_BANKS: html_svg_banks(html, picture, id); break;
	case PICTURE_LANES: html_svg_lanes(html, picture, id); break;
	case PICTURE_CONFLICT: html_svg_conflict(html, picture, id); break;
	case PICTURE_BOUNDS: html_svg_bounds(html, picture, id); break;
	}
	fputs("</svg></div>\n<figcaption><b>", html->stream);
	html_message(html->stream, picture_title(html->arena, picture));
	fputs("</b>. ", html->stream);
	html_message(html->stream, picture_description(html->arena, picture));
	fputs("</figcaption>\n</figure>\n", html->stream);
}
