package dev.ropewalk.spring;

import java.io.Serial;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;

/**
 * Puts limiters around beans with {@link Limited} methods, and looks when the application starts whether that can be done. A permit is taken
 * before other advice begins, such as a transaction, and after a task that is {@code @Async} has its thread.
 */
final class LimitedPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ObjectProvider<Limiters> limiters;
    private final transient Set<Class<?>> checked = ConcurrentHashMap.newKeySet();

    LimitedPostProcessor(ObjectProvider<Limiters> limiters) {
        this.limiters = limiters;
        Pointcut limited = new ComposablePointcut(new AnnotationMatchingPointcut(Limited.class, true))
                .union((Pointcut) new AnnotationMatchingPointcut(null, Limited.class, true));
        this.advisor = new DefaultPointcutAdvisor(limited, new LimitedInterceptor(limiters));
        setBeforeExistingAdvisors(true);
        setProxyTargetClass(true);
        setOrder(Ordered.LOWEST_PRECEDENCE - 1); // before that of @Async, which so stands around it
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (isEligible(type) && checked.add(type)) {
            MethodIntrospector.selectMethods(type, (Method method) -> LimitedInterceptor.limitOf(method, type))
                    .forEach((method, limited) -> check(type, method, limited));
        }
        return super.postProcessAfterInitialization(bean, beanName);
    }

    private void check(Class<?> type, Method method, Limited limited) {
        String what = type.getName() + "." + method.getName() + " is @Limited(\"" + limited.value() + "\")";
        Limiters all = limiters.getObject();
        if (!all.names().contains(limited.value())) {
            throw new StartException(
                    what + ", but there is no such limiter; there are " + all.names() + ".",
                    "Set ropewalk.limiters." + limited.value() + ".limit, or add a Limiter bean of that name.");
        }
        Class<?> result = method.getReturnType();
        boolean isFuture = Future.class.isAssignableFrom(result) && !CompletionStage.class.isAssignableFrom(result);
        if (isFuture || Flow.Publisher.class.isAssignableFrom(result) || isPublisher(result)) {
            throw new StartException(
                    what + ", but returns " + result.getName() + ", whose end the limiter isn't told.",
                    "Return a CompletionStage, or take a permit of the limiter by hand.");
        }
    }

    /** Reactive Streams may not be on the class path. */
    private static boolean isPublisher(Class<?> type) {
        return type.getName().equals("org.reactivestreams.Publisher")
                || (type.getSuperclass() != null && isPublisher(type.getSuperclass()))
                || Set.of(type.getInterfaces()).stream().anyMatch(LimitedPostProcessor::isPublisher);
    }
}
