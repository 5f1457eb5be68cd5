#!/bin/sh
# Packs the descriptor into the in-tree Maven repository, with the checksums that Maven 4 asks for.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's|^  <version>\(.*\)</version>$|\1|p' .mvn/jmh-plugin/META-INF/maven/plugin.xml)
dir=.mvn/repo/dev/sessionbench/jmh-maven-plugin/$version
# Stored, not deflated, and with a fixed date: the bytes depend on the text alone.
jar --create --no-manifest --no-compress --date=2026-01-01T00:00:00Z \
  --file "$dir/jmh-maven-plugin-$version.jar" -C .mvn/jmh-plugin META-INF/maven/plugin.xml
for file in "$dir"/*.jar "$dir"/*.pom; do
  sha1sum "$file" | cut -d ' ' -f 1 | tr -d '\n' >"$file.sha1"
done
