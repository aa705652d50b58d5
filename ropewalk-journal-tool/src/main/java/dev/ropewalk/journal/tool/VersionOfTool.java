package dev.ropewalk.journal.tool;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Tells the version of the jar that the tool is in. */
final class VersionOfTool implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = VersionOfTool.class.getPackage().getImplementationVersion();
        return new String[] {"ropewalk-journal " + Objects.requireNonNullElse(version, "of a build")};
    }
}
