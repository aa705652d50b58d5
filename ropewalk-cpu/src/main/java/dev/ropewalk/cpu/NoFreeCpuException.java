package dev.ropewalk.cpu;

/**
 * Thrown when the CPUs that a reservation asks for aren't free. The message says what was asked for, among which CPUs, and the
 * holders of those that are taken.
 */
public final class NoFreeCpuException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoFreeCpuException(String message) {
        super(message);
    }
}
