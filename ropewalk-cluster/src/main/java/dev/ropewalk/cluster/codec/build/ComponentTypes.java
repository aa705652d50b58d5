package dev.ropewalk.cluster.codec.build;

import static dev.ropewalk.cluster.codec.value.Nullness.isNullable;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.codec.type.AnyCodec;
import dev.ropewalk.cluster.codec.type.TypeCodec;
import dev.ropewalk.cluster.codec.type.TypeTable;
import dev.ropewalk.cluster.codec.value.JdkTypes;
import dev.ropewalk.cluster.codec.value.ListCodec;
import dev.ropewalk.cluster.codec.value.MapCodec;
import dev.ropewalk.cluster.codec.value.OptionalCodec;
import dev.ropewalk.cluster.codec.value.RefCodec;
import dev.ropewalk.cluster.codec.value.SenderCodec;
import dev.ropewalk.cluster.codec.value.SetCodec;
import dev.ropewalk.cluster.codec.value.Slot;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the codec of what a component is declared as. */
final class ComponentTypes {
    private final TypeTable table;

    ComponentTypes(TypeTable table) {
        this.table = table;
    }

    /**
     * Returns the place of a component.
     *
     * @throws IllegalArgumentException if it can't be written
     */
    Slot slot(RecordComponent component) {
        String place = component.getDeclaringRecord().getName() + '.' + component.getName();
        return slot(component, component.getAnnotatedType(), place);
    }

    /** Returns the place of something else that is declared, of an annotated type. */
    Slot slot(AnnotatedElement declared, AnnotatedType type, String place) {
        boolean isNullable = isNullable(declared) || isNullable(type);
        boolean isPrimitive = type.getType() instanceof Class<?> raw && raw.isPrimitive();
        return new Slot(place, codec(type, place), isNullable && !isPrimitive);
    }

    private ValueCodec codec(AnnotatedType annotated, String place) {
        return switch (annotated.getType()) {
            case Class<?> type -> ofClass(type, place);
            case ParameterizedType type ->
                ofGeneric((Class<?>) type.getRawType(), (AnnotatedParameterizedType) annotated, place);
            case TypeVariable<?> type ->
                throw new IllegalArgumentException(place + " is of the type variable " + type
                        + ": register the record with a Codec, or make it one without type variables");
            case GenericArrayType type -> throw unknown(place, type);
            default -> ofWildcard((AnnotatedWildcardType) annotated, place);
        };
    }

    private ValueCodec ofWildcard(AnnotatedWildcardType wildcard, String place) {
        return codec(wildcard.getAnnotatedUpperBounds()[0], place);
    }

    private ValueCodec ofGeneric(Class<?> raw, AnnotatedParameterizedType type, String place) {
        AnnotatedType[] of = type.getAnnotatedActualTypeArguments();
        if (raw == List.class) {
            return new ListCodec(part(of[0], "an element of " + place));
        } else if (raw == Optional.class) {
            return new OptionalCodec(part(of[0], "the content of " + place));
        } else if (raw == Set.class) {
            return new SetCodec(hashed(of[0], "an element of " + place));
        } else if (raw == Map.class) {
            return new MapCodec(hashed(of[0], "a key of " + place), part(of[1], "a value of " + place));
        }
        return ofClass(raw, place);
    }

    private Slot part(AnnotatedType type, String place) {
        return new Slot(place, codec(type, place), isNullable(type));
    }

    private Slot hashed(AnnotatedType type, String place) {
        if (type.getType() instanceof Class<?> array && array.isArray()) {
            throw new IllegalArgumentException(place + " is an array, which is equal to itself only: take a list");
        }
        return part(type, place);
    }

    private ValueCodec ofClass(Class<?> type, String place) {
        ValueCodec jdk = JdkTypes.codec(type);
        if (jdk != null) {
            return jdk;
        }
        if (ActorRef.class.isAssignableFrom(type)) {
            return new RefCodec(type);
        } else if (type == Sender.class) {
            return new SenderCodec();
        }
        TypeCodec registered = table.exactly(type);
        if (registered != null) {
            return registered;
        } else if (table.hasInterface(type)) {
            throw new IllegalArgumentException(
                    place + " is of the interface " + type.getName() + ", of which only calls can be sent");
        } else if (type.isEnum() || type.isRecord() || !type.isSealed()) {
            throw unknown(place, type);
        }
        checkSealed(type, place);
        return new AnyCodec(table, type);
    }

    /** Checks that all that a sealed type permits is registered. */
    void checkSealed(Class<?> type, String place) {
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            if (table.exactly(permitted) == null) {
                if (permitted.isEnum() || !permitted.isSealed()) {
                    throw new IllegalArgumentException(place + " is of the sealed " + type.getName()
                            + ", which permits " + permitted.getName() + ", which isn't registered");
                }
                checkSealed(permitted, place);
            }
        }
    }

    private static IllegalArgumentException unknown(String place, Type type) {
        String advice;
        if (type instanceof Class<?> known && known.isRecord()) {
            advice = "register the record";
        } else if (type instanceof Class<?> known && known.isEnum()) {
            advice = "register the enum with the ids of its constants";
        } else if ((type instanceof Class<?> known && known.isArray()) || type instanceof GenericArrayType) {
            advice = "take a list";
        } else {
            advice = "register it with a Codec, or take one of the types that package dev.ropewalk.cluster.codec names";
        }
        return new IllegalArgumentException(place + " is of the unknown type " + type.getTypeName() + ": " + advice);
    }
}
