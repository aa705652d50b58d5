package dev.ropewalk.task;

import dev.ropewalk.scheduler.ExecutorContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of an executor service, its end apart. */
@ParameterizedClass
@EnumSource
class ExecutorContractTest extends ExecutorContract {
    ExecutorContractTest(BoundedSubject subject) {
        super(subject);
    }
}
