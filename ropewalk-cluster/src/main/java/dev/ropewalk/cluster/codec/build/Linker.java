package dev.ropewalk.cluster.codec.build;

import dev.ropewalk.cluster.codec.Since;
import dev.ropewalk.cluster.codec.type.InterfaceCodec;
import dev.ropewalk.cluster.codec.type.InterfaceMethod;
import dev.ropewalk.cluster.codec.type.MethodSlots;
import dev.ropewalk.cluster.codec.type.RecordCodec;
import dev.ropewalk.cluster.codec.type.RecordField;
import dev.ropewalk.cluster.codec.type.RecordHandles;
import dev.ropewalk.cluster.codec.type.TypeCodec;
import dev.ropewalk.cluster.codec.type.TypeTable;
import dev.ropewalk.cluster.codec.value.Slot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Links the codecs of records with those of their components. All that is wrong is told at once. */
public final class Linker {
    /** What the handles of a record have room for: a call has 255 slots at most. */
    private static final int MAX_COMPONENTS = 120;

    private static final Lookup OWN = MethodHandles.lookup();

    private final TypeTable table;
    private final ComponentTypes types;
    private final List<Lookup> lookups;
    private final List<String> problems = new ArrayList<>();
    private @Nullable RuntimeException first;

    private Linker(TypeTable table, List<Lookup> lookups) {
        this.table = table;
        this.lookups = lookups;
        types = new ComponentTypes(table);
    }

    /**
     * Returns a table of types.
     *
     * @param codecs of these types; records aren't linked
     * @param lookups that see records which this module doesn't
     * @param sealed what must have all that they permit registered
     * @throws IllegalArgumentException if some of them can't be written
     */
    public static TypeTable link(
            Collection<? extends TypeCodec> codecs, List<Lookup> lookups, Collection<Class<?>> sealed) {
        var linker = new Linker(new TypeTable(codecs), lookups);
        for (TypeCodec codec : codecs) {
            if (codec instanceof RecordCodec unlinked) {
                linker.attempt(() -> linker.link(unlinked));
            } else if (codec instanceof InterfaceCodec unlinked) {
                linker.link(unlinked);
            }
        }
        for (Class<?> type : sealed) {
            linker.attempt(() -> linker.types.checkSealed(type, "a message"));
        }
        return linker.finish();
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
            if (first == null) {
                first = e;
            }
        }
    }

    private TypeTable finish() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    problems.stream().sorted().collect(Collectors.joining("\n", "these types can't be sent:\n", "")),
                    first);
        }
        return table;
    }

    private void link(RecordCodec codec) {
        Class<?> type = codec.type();
        MissingAnnotations.check(type);
        RecordComponent[] components = type.getRecordComponents();
        if (components.length > MAX_COMPONENTS) {
            throw new IllegalArgumentException(type.getName() + " has " + components.length + " components, more than "
                    + MAX_COMPONENTS + ": move some into records of their own");
        }
        List<RecordField> fields = new ArrayList<>();
        int version = 1;
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            int index = i;
            int before = version;
            attempt(() -> fields.add(field(component, index, before)));
            Since since = component.getAnnotation(Since.class);
            version = since == null ? version : since.value();
        }
        if (fields.size() == components.length) {
            linkAccessible(codec, fields);
        }
    }

    private void link(InterfaceCodec codec) {
        List<MethodSlots> all = new ArrayList<>();
        for (InterfaceMethod method : codec.methods()) {
            attempt(() -> all.add(slots(method)));
        }
        codec.link(all);
    }

    private MethodSlots slots(InterfaceMethod method) {
        List<Slot> parameters = new ArrayList<>();
        for (Parameter parameter : method.parameters()) {
            String place = "parameter " + (parameters.size() + 1) + " of " + method;
            parameters.add(types.slot(parameter, parameter.getAnnotatedType(), place));
        }
        AnnotatedType result = method.result();
        return new MethodSlots(
                method, parameters, result == null ? null : types.slot(result, result, "the result of " + method));
    }

    private RecordField field(RecordComponent component, int index, int before) {
        Slot slot = types.slot(component);
        Since since = component.getAnnotation(Since.class);
        if (since == null) {
            if (before > 1) {
                throw new IllegalArgumentException(
                        slot.place() + " stands behind a component @Since(" + before + "), and has no @Since");
            }
            return new RecordField(slot, index, false, null);
        } else if (since.value() < Math.max(2, before)) {
            throw new IllegalArgumentException(slot.place() + " is @Since(" + since.value()
                    + "): it must be 2 at least, and not less than that of the component before, " + before);
        }
        Object orElse = Defaults.of(since, component.getType(), slot.isNullable(), slot.place());
        return new RecordField(slot, index, true, orElse);
    }

    private void linkAccessible(RecordCodec codec, List<RecordField> fields) {
        IllegalAccessException denied = null;
        for (Lookup lookup : candidates(codec.type())) {
            var handles = new RecordHandles(lookup, codec.type());
            try {
                codec.link(fields, handles.writer(fields), handles.reader(fields));
                return;
            } catch (IllegalAccessException e) {
                denied = e;
            }
        }
        throw new IllegalArgumentException(
                codec.type().getName()
                        + " isn't accessible: make it public in an exported package, open its package to "
                        + OWN.lookupClass().getModule() + ", or give the registry a lookup of its module",
                denied);
    }

    private List<Lookup> candidates(Class<?> type) {
        List<Lookup> candidates = new ArrayList<>();
        OWN.lookupClass().getModule().addReads(type.getModule());
        for (Lookup lookup : lookups) {
            addPrivate(candidates, type, lookup);
            candidates.add(lookup);
        }
        addPrivate(candidates, type, OWN);
        candidates.add(MethodHandles.publicLookup());
        return candidates;
    }

    private static void addPrivate(List<Lookup> candidates, Class<?> type, Lookup lookup) {
        try {
            candidates.add(MethodHandles.privateLookupIn(type, lookup));
        } catch (IllegalAccessException closed) {
            // the next one may see it
        }
    }
}
