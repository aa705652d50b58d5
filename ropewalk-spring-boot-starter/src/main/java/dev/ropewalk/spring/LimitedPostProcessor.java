package dev.ropewalk.spring;

import java.io.Serial;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;

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
        this.advisor = new DefaultPointcutAdvisor(limited, new LimitedInterceptor(limiters, null));
        setBeforeExistingAdvisors(true);
        setProxyTargetClass(true);
        setOrder(Ordered.LOWEST_PRECEDENCE - 1); // before that of @Async, which so stands around it
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (isEligible(type)) {
            checkAll(bean, type);
        } else if (bean instanceof Advised advised && !advised.isFrozen() && isLimitedByInterfaces(bean)) {
            checkAll(bean, bean.getClass());
            advised.addAdvisor(0, adviceByInterfaces(bean.getClass()));
            return bean;
        }
        return super.postProcessAfterInitialization(bean, beanName);
    }

    /** Returns whether a proxy's interfaces have annotations, where the class behind it has none, as that of a repository. */
    private boolean isLimitedByInterfaces(Object bean) {
        return Proxy.isProxyClass(bean.getClass()) && isEligible(bean.getClass());
    }

    private Advisor adviceByInterfaces(Class<?> proxy) {
        var limited = new StaticMethodMatcherPointcut() {
            @Override
            public boolean matches(Method method, Class<?> target) {
                return LimitedInterceptor.limitOf(method, proxy) != null;
            }
        };
        return new DefaultPointcutAdvisor(limited, new LimitedInterceptor(limiters, proxy));
    }

    private void checkAll(Object bean, Class<?> type) {
        if (checked.add(type)) {
            MethodIntrospector.selectMethods(type, (Method method) -> LimitedInterceptor.limitOf(method, type))
                    .forEach((method, limited) -> check(bean, method, type, limited));
        }
    }

    private void check(Object bean, Method method, Class<?> type, Limited limited) {
        Class<?> named = Proxy.isProxyClass(type) ? method.getDeclaringClass() : type;
        String what = named.getName() + "." + method.getName() + " is @Limited(\"" + limited.value() + "\")";
        String modifier = modifierThatHides(method, bean);
        if (!modifier.isEmpty() && AnnotatedElementUtils.hasAnnotation(method, Limited.class)) {
            throw new StartException(
                    what + ", but is " + modifier + ", which a proxy can't stand before.",
                    "Make it an instance method that is neither private nor final.");
        } else if (!modifier.isEmpty()) {
            return; // what an annotation of the class doesn't mean
        }
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

    /** Returns for which modifier no proxy sees calls of a method; empty if one does. */
    private static String modifierThatHides(Method method, Object bean) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return "private";
        } else if (Modifier.isStatic(modifiers)) {
            return "static";
        }
        // A proxy for interfaces stands before methods that are final in the class, too.
        return Modifier.isFinal(modifiers) && !Proxy.isProxyClass(bean.getClass()) ? "final" : "";
    }

    /** Reactive Streams may not be on the class path. */
    private static boolean isPublisher(Class<?> type) {
        return type.getName().equals("org.reactivestreams.Publisher")
                || (type.getSuperclass() != null && isPublisher(type.getSuperclass()))
                || Set.of(type.getInterfaces()).stream().anyMatch(LimitedPostProcessor::isPublisher);
    }
}
