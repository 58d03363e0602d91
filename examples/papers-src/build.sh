#!/bin/sh
# Makes examples/papers/ anew from the sources beside this script: the PDF with pdflatex, the archive with tar.
# The HTML pages have no other source: they are written as they stand.
set -eu
cd "$(dirname "$0")"
SOURCE_DATE_EPOCH=1672531200
export SOURCE_DATE_EPOCH

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for _ in 1 2; do # twice, for the references to tables
    pdflatex -interaction=nonstopmode -halt-on-error -output-directory "$scratch" fjordnet/fjordnet.tex >"$scratch/out" ||
        { cat "$scratch/out"; exit 1; }
done
cp "$scratch/fjordnet.pdf" ../papers/halvorsen2023fjordnet.pdf

tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=0644 \
    -C saltmarsh -cf - main.tex macros.tex tables/ablation.tex tables/one.tex tables/ten.tex |
    gzip -9n >../papers/2208.90211v1.tar.gz
