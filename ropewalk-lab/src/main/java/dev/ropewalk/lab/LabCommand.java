package dev.ropewalk.lab;

/** The {@code ropewalk} command. */
public final class LabCommand {
    private LabCommand() {}
}
