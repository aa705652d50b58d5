package dev.ropewalk.task;

import dev.ropewalk.scheduler.ExecutorEndContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of an executor service's end. */
@ParameterizedClass
@EnumSource
class ExecutorEndContractTest extends ExecutorEndContract {
    ExecutorEndContractTest(BoundedSubject subject) {
        super(subject);
    }
}
