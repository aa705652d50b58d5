package dev.ropewalk.console.view;

/** Shows frames of stacks as dumps do, but for the class loader and the module. */
final class Stacks {
    private Stacks() {}

    static String line(StackTraceElement frame) {
        String file = frame.getFileName();
        String place = frame.isNativeMethod()
                ? "native"
                : file == null ? "unknown" : frame.getLineNumber() < 0 ? file : file + ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
    }
}
