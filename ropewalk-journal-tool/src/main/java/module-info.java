/** A tool that looks into journals. */
@SuppressWarnings("requires-transitive-automatic") // for javadoc, which takes picocli for one
module dev.ropewalk.journal.tool {
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires dev.ropewalk.journal;
    requires transitive info.picocli;
    requires static transitive org.jspecify;

    exports dev.ropewalk.journal.tool;

    opens dev.ropewalk.journal.tool to
            info.picocli;
}
