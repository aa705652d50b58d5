package dev.ropewalk.sim.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A class that the tests of this module hand to JUnit, and that is no test by itself: many of them fail. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(Case.OnlyFromTests.class)
@interface Case {
    /** The parameter by which a test asks for it. */
    String PARAMETER = "ropewalk.case";

    /** Whether a test has asked for it. */
    final class OnlyFromTests implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return context.getConfigurationParameter(PARAMETER).isPresent()
                    ? ConditionEvaluationResult.enabled("a test has asked for it")
                    : ConditionEvaluationResult.disabled("it is for other tests");
        }
    }
}
