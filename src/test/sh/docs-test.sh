#!/bin/sh
# Tests the site of the documentation as its readers use it: it is whole, has no dead link and loads nothing from elsewhere; and a link
# that leads nowhere ends its rendering.
# Usage: docs-test.sh    Takes half a minute. Ends with 1 if a test fails, and with 77 if Python or its packages can't be had.
set -eu
here=$(CDPATH='' cd -P -- "$(dirname "$0")" && pwd -P)
root=${here%/src/test/sh}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    printf 'FAILED %s\n' "$1"
    [ ! -r "$scratch/log" ] || tail -n 40 "$scratch/log"
    exit 1
}

site="$scratch/the site"
"$root/bin/ropewalk" docs --to "$site" >"$scratch/log" 2>&1 && status=0 || status=$?
if [ "$status" -eq 2 ]; then
    cat "$scratch/log"
    printf 'docs: left out, because Python or its packages are missing\n'
    exit 77
fi
[ "$status" -eq 0 ] || fail 'the documentation is not rendered'
tools=$root/target/ropewalk/docs-tools

pages=$(find "$root/docs" -name '*.md' | wc -l)
rendered=$(find "$site" -name '*.html' ! -name search.html | wc -l)
[ "$rendered" -eq $((pages + 1)) ] || fail "of $pages pages and the first one $rendered are rendered"
printf 'passed: %d pages\n' "$rendered"

for word in strand permit mailbox; do
    grep -q "\"$word" "$site/searchindex.js" || fail "the search doesn't know '$word'"
done
printf 'passed: it can be searched\n'

"$tools/bin/python" "$root/src/test/docs/check_site.py" "$site" >"$scratch/log" || fail 'links'
printf 'passed: no dead link, and nothing is loaded from elsewhere\n'

# A copy with the same tools, and a page whose links lead nowhere.
copy="$scratch/a copy"
mkdir -p "$copy/bin" "$copy/src" "$copy/target/ropewalk"
cp "$root/bin/ropewalk" "$copy/bin/"
cp "$root"/*.md "$root/pom.xml" "$copy/"
cp -R "$root/docs" "$copy/"
cp -R "$root/src/main" "$copy/src/"
ln -s "$tools" "$copy/target/ropewalk/docs-tools"
printf '# Nowhere\n\n[a](index.md#nowhere), [b](../nowhere.md), [c](../../bin/nowhere), [d](../../README.md#nowhere), [e](../../bin/ropewalk)\n' \
    >"$copy/docs/guide/nowhere.md"
if "$copy/bin/ropewalk" docs >"$scratch/log" 2>&1; then
    fail 'links that lead nowhere are not noticed'
fi
for link in "guide/index': 'nowhere'" "'../nowhere.md'" "'../../bin/nowhere'" "no heading '#nowhere'"; do
    grep -qF "$link" "$scratch/log" || fail "no word about $link"
done
! grep -qF "'../../bin/ropewalk'" "$scratch/log" || fail 'a link to a file of the repository is refused'
printf 'passed: a link that leads nowhere is an error\n'
