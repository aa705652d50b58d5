/** The lab: experiments that measure Ropewalk beside its rivals in one run. */
module dev.ropewalk.lab {
    requires dev.ropewalk.scheduler;
    requires static org.jspecify;

    exports dev.ropewalk.lab;
}
