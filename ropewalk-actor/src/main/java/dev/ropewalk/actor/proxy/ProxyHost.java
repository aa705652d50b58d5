package dev.ropewalk.actor.proxy;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;

import dev.ropewalk.actor.ActorProxy;
import dev.ropewalk.actor.ActorRef;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes of a proxy are defined: in the package of its interface, so that the interface may be package-private,
 * or else in a class loader of their own below the interface's.
 *
 * <p>A hidden class can be defined only by a lookup that a class of the same module made for itself. Into another module,
 * and that is also the class path of another loader, deep reflection puts a small class that does this: the anchor.
 */
final class ProxyHost {
    private static final Lookup OWN = MethodHandles.lookup();
    private static final String LIBRARY = ActorProxy.class.getPackageName();
    private static final String ANCHOR = "RopewalkAnchor";
    private static final ClassDesc CD_MODULE = ClassDesc.of("java.lang.Module");
    private static final ClassDesc CD_METHOD_HANDLES = ClassDesc.of("java.lang.invoke.MethodHandles");
    private static final MethodTypeDesc ANCHOR_TYPE = MethodTypeDesc.of(CD_MethodHandles_Lookup, CD_MODULE);

    private ProxyHost() {}

    /**
     * Returns a lookup that can define hidden classes that see both the interface and this library.
     *
     * @throws IllegalArgumentException if the interface isn't accessible
     */
    static Lookup of(Class<?> type) {
        boolean seesLibrary = seesLibrary(type.getClassLoader());
        if (seesLibrary) {
            try {
                Lookup beside = lookupIn(type);
                return beside.hasFullPrivilegeAccess() ? beside : anchored(beside);
            } catch (IllegalAccessException closed) {
                // public types of exported packages don't need it
            }
        }
        try {
            return below(type);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(inaccessible(type, seesLibrary), e);
        }
    }

    private static boolean seesLibrary(@Nullable ClassLoader loader) {
        try {
            return Class.forName(ActorProxy.class.getName(), false, loader) == ActorProxy.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static Lookup lookupIn(Class<?> type) throws IllegalAccessException {
        OWN.lookupClass().getModule().addReads(type.getModule());
        return MethodHandles.privateLookupIn(type, OWN);
    }

    private static Lookup anchored(Lookup beside) throws IllegalAccessException {
        String name = beside.lookupClass().getName() + "$" + ANCHOR;
        try {
            return lookupOf(beside, beside.defineClass(anchor(name)));
        } catch (LinkageError anchoredBefore) {
            try {
                return lookupOf(beside, beside.findClass(name));
            } catch (ClassNotFoundException e) {
                anchoredBefore.addSuppressed(e);
                throw anchoredBefore;
            }
        }
    }

    private static Lookup below(Class<?> type) throws IllegalAccessException {
        Class<?> anchor = new LoaderBelow(type.getClassLoader()).define();
        Lookup below = lookupOf(lookupIn(anchor), anchor);
        below.accessClass(type);
        return below;
    }

    private static String inaccessible(Class<?> type, boolean seesLibrary) {
        Module library = OWN.lookupClass().getModule();
        Module module = type.getModule();
        String open = "opens " + type.getPackageName() + (library.isNamed() ? " to " + library.getName() : "");
        return type.getName() + " can't be a proxy, since it isn't accessible: make it public"
                + (module.isNamed() ? " and export its package to all" : "") + ", or "
                + (seesLibrary
                        ? "add '" + open + "' to module " + module.getName()
                        : "let its class loader (" + type.getClassLoader() + ") see " + LIBRARY);
    }

    private static Lookup lookupOf(Lookup beside, Class<?> anchor) throws IllegalAccessException {
        try {
            return (Lookup) beside.findStatic(anchor, "lookup", MethodType.methodType(Lookup.class, Module.class))
                    .invokeExact(OWN.lookupClass().getModule());
        } catch (IllegalAccessException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("can't anchor in " + anchor, e);
        }
    }

    /** Returns a class with one method, which lets its module read another one and makes a lookup. */
    private static byte[] anchor(String name) {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        self,
                        type -> type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withMethodBody(
                                        "lookup", ANCHOR_TYPE, ClassFile.ACC_STATIC, code -> writeLookup(code, self)));
    }

    private static void writeLookup(CodeBuilder code, ClassDesc self) {
        code.loadConstant(self)
                .invokevirtual(CD_Class, "getModule", MethodTypeDesc.of(CD_MODULE))
                .aload(0)
                .invokevirtual(CD_MODULE, "addReads", MethodTypeDesc.of(CD_MODULE, CD_MODULE))
                .pop()
                .invokestatic(CD_METHOD_HANDLES, "lookup", MethodTypeDesc.of(CD_MethodHandles_Lookup))
                .areturn();
    }

    /** Sees what the interface's loader sees, and this library's own interfaces. */
    private static final class LoaderBelow extends ClassLoader {
        private static final List<Class<?>> NAMED_BY_PROXIES = List.of(ActorProxy.class, ActorRef.class);

        LoaderBelow(@Nullable ClassLoader parent) {
            super("ropewalk-proxy", parent);
        }

        Class<?> define() {
            String name = LIBRARY + ".proxy." + ANCHOR;
            byte[] bytes = anchor(name);
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            for (Class<?> ours : NAMED_BY_PROXIES) {
                if (ours.getName().equals(name)) {
                    return ours;
                }
            }
            return super.loadClass(name, resolve);
        }
    }
}
