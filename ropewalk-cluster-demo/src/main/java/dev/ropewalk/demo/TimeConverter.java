package dev.ropewalk.demo;

import dev.ropewalk.demo.control.Times;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time such as 30s. */
final class TimeConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Times.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
