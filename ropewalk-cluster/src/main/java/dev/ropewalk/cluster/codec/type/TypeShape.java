package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.value.JdkTypes;
import dev.ropewalk.cluster.codec.value.ListCodec;
import dev.ropewalk.cluster.codec.value.MapCodec;
import dev.ropewalk.cluster.codec.value.OptionalCodec;
import dev.ropewalk.cluster.codec.value.RefCodec;
import dev.ropewalk.cluster.codec.value.SetCodec;
import dev.ropewalk.cluster.codec.value.Slot;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a registered type is made of, in words: {@code com.example.Order: record; customer: String; lines: List<#4>; @Since note: String?}. A number is the id of another type, a question mark says that null is
 * allowed. What is behind the name says all that two nodes must agree on to read each other's values, and the names of components beside, or two of the same type could change places unseen.
 */
public final class TypeShape {
    private static final String SEPARATOR = "; ";
    private static final String SINCE = "@Since";
    private static final String INTERFACE = "interface";

    private TypeShape() {}

    /** Returns that of a type. */
    public static String of(TypeCodec codec) {
        String name = codec.type().getName() + ": ";
        return switch (codec) {
            case RecordCodec linked ->
                name
                        + Stream.concat(
                                        Stream.of("record"),
                                        linked.components().stream().map(TypeShape::component))
                                .collect(Collectors.joining(SEPARATOR));
            case EnumCodec constants ->
                name
                        + Stream.concat(Stream.of("enum"), constants.inWords().stream())
                                .collect(Collectors.joining(SEPARATOR));
            case InterfaceCodec calls ->
                name
                        + Stream.concat(
                                        Stream.of(INTERFACE),
                                        calls.slots().stream().map(TypeShape::method))
                                .collect(Collectors.joining(SEPARATOR));
            case CustomCodec<?> ofUser -> name + "codec";
            default -> name + "value";
        };
    }

    private static String component(RecordField field) {
        String place = field.slot().place();
        String name = place.substring(place.lastIndexOf('.') + 1);
        return (field.isAppended() ? SINCE + " " : "") + name + ": " + inWords(field.slot());
    }

    private static String method(MethodSlots method) {
        Slot result = method.result();
        String returned =
                method.method().isTell() ? "nothing" : "stage of " + (result == null ? "nothing" : inWords(result));
        return method.method().id() + "=" + method.method().name()
                + method.parameters().stream()
                        .map(TypeShape::inWords)
                        .collect(Collectors.joining(", ", "(", "): " + returned));
    }

    private static String inWords(Slot slot) {
        return inWords(slot.codec()) + (slot.isNullable() ? "?" : "");
    }

    private static String inWords(ValueCodec codec) {
        return switch (codec) {
            case TypeCodec registered -> "#" + registered.id();
            case ListCodec(Slot element) -> "List<" + inWords(element) + ">";
            case SetCodec(Slot element) -> "Set<" + inWords(element) + ">";
            case OptionalCodec(Slot content) -> "Optional<" + inWords(content) + ">";
            case MapCodec(Slot key, Slot value) -> "Map<" + inWords(key) + ", " + inWords(value) + ">";
            case AnyCodec any -> "any";
            case RefCodec ref -> "ref";
            default -> JdkTypes.name(codec);
        };
    }

    /** Returns why values of one shape can't be read as those of another, as two nodes have them for the same id; null if they can. */
    public static @Nullable String conflict(String here, String there) {
        List<String> ours = parts(here);
        List<String> theirs = parts(there);
        if (!ours.getFirst().equals(theirs.getFirst())) {
            return "it is of the kind " + theirs.getFirst() + " there, and " + ours.getFirst() + " here";
        }
        return switch (ours.getFirst()) {
            case "enum" -> constants(ours, theirs);
            case INTERFACE -> methods(ours, theirs);
            default -> components(ours, theirs);
        };
    }

    /** The first is the kind of type. */
    private static List<String> parts(String shape) {
        int name = shape.indexOf(": ");
        String withoutName = name < 0 ? shape : shape.substring(name + 2);
        return Arrays.asList(withoutName.split(SEPARATOR, -1));
    }

    private static @Nullable String components(List<String> ours, List<String> theirs) {
        int both = Math.min(ours.size(), theirs.size());
        for (int i = 1; i < both; i++) {
            if (!ours.get(i).equals(theirs.get(i))) {
                return "component " + i + " is '" + theirs.get(i) + "' there, and '" + ours.get(i) + "' here";
            }
        }
        boolean isLongerHere = ours.size() > both;
        for (String more : (isLongerHere ? ours : theirs).subList(both, Math.max(ours.size(), theirs.size()))) {
            if (!more.startsWith(SINCE)) {
                return "'" + more + "' is only " + (isLongerHere ? "here" : "there") + ", and has no " + SINCE;
            }
        }
        return null;
    }

    private static @Nullable String constants(List<String> ours, List<String> theirs) {
        Map<String, String> names = new HashMap<>();
        for (String constant : ours.subList(1, ours.size())) {
            names.put(number(constant), constant);
        }
        for (String constant : theirs.subList(1, theirs.size())) {
            String here = names.get(number(constant));
            if (here != null && !here.equals(constant)) {
                return "the constant is '" + constant + "' there, and '" + Objects.requireNonNull(here) + "' here";
            }
        }
        return null;
    }

    /** Methods that only one of them has are none: calls of these are refused where they come. Names aren't sent. */
    private static @Nullable String methods(List<String> ours, List<String> theirs) {
        Map<String, String> here = new HashMap<>();
        for (String method : ours.subList(1, ours.size())) {
            here.put(number(method), method);
        }
        for (String method : theirs.subList(1, theirs.size())) {
            String same = here.get(number(method));
            if (same != null && !signature(same).equals(signature(method))) {
                return "the method is '" + method + "' there, and '" + same + "' here";
            }
        }
        return null;
    }

    private static String signature(String method) {
        return method.substring(Math.max(0, method.indexOf('(')));
    }

    private static String number(String constant) {
        return constant.substring(0, Math.max(0, constant.indexOf('=')));
    }
}
