package dev.ropewalk.spring;

import dev.ropewalk.limit.Permit;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/** Calls a method under a permit, and tells the limiter how that has ended. */
final class LimitedInterceptor implements MethodInterceptor {
    private final ObjectProvider<Limiters> limiters;

    /** The class of a proxy whose interfaces have the annotations, or null if the target's class has them. */
    private final @Nullable Class<?> proxy;

    LimitedInterceptor(ObjectProvider<Limiters> limiters, @Nullable Class<?> proxy) {
        this.limiters = limiters;
        this.proxy = proxy;
    }

    /** Returns the annotation of a method, or else of its class, if any. */
    static @Nullable Limited limitOf(Method method, Class<?> type) {
        if (ReflectionUtils.isObjectMethod(method)) {
            return null;
        }
        Limited own = AnnotatedElementUtils.findMergedAnnotation(method, Limited.class);
        return own == null ? AnnotatedElementUtils.findMergedAnnotation(type, Limited.class) : own;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Object target = call.getThis(); // none where advice itself is what answers, as in clients of HTTP interfaces
        Class<?> declaring = call.getMethod().getDeclaringClass();
        Class<?> type = target == null || proxy != null ? declaring : AopUtils.getTargetClass(target);
        Method method = AopUtils.getMostSpecificMethod(call.getMethod(), type);
        Limited limited = limitOf(method, proxy == null ? type : proxy);
        if (limited == null) {
            return call.proceed();
        }
        Limiters.Gate gate = limiters.getObject().gate(limited.value());
        Permit permit = acquire(gate, limited.value(), type.getSimpleName() + "." + method.getName());
        @Nullable Object result;
        try {
            result = call.proceed();
        } catch (Throwable thrown) {
            release(gate, permit, thrown);
            throw thrown;
        }
        if (result instanceof CompletionStage<?> stage) {
            var ignored = stage.whenComplete((_, thrown) -> release(gate, permit, causeOf(thrown)));
        } else {
            permit.succeed();
        }
        return result;
    }

    private static Permit acquire(Limiters.Gate gate, String name, String method) {
        try {
            Optional<Permit> permit = gate.maxWait().isZero()
                    ? gate.limiter().tryAcquire()
                    : gate.limiter().tryAcquire(gate.maxWait());
            return permit.orElseThrow(() -> refused(gate, name, method, noPermit(gate)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LimitExceededException refused = refused(gate, name, method, "the caller was interrupted");
            refused.initCause(e);
            throw refused;
        }
    }

    private static String noPermit(Limiters.Gate gate) {
        String none = "no permit was free within " + gate.maxWait();
        return gate.maxWait().isZero() ? none : none + ", or as many waited as may";
    }

    private static LimitExceededException refused(Limiters.Gate gate, String name, String method, String why) {
        return new LimitExceededException(
                name,
                "limiter '" + name + "', whose limit is " + gate.limiter().limit() + ", has refused a call of " + method
                        + ": " + why);
    }

    /** Returns what a stage has failed of, which those that depend on another one wrap. */
    private static @Nullable Throwable causeOf(@Nullable Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : null;
        return cause == null ? thrown : cause;
    }

    private static void release(Limiters.Gate gate, Permit permit, @Nullable Throwable thrown) {
        if (thrown == null) {
            permit.succeed();
        } else if (gate.isDrop().test(thrown)) {
            permit.drop();
        } else {
            permit.ignore();
        }
    }
}
