package dev.ropewalk.observe.jmx;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.Descriptor;
import javax.management.DynamicMBean;
import javax.management.ImmutableDescriptor;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanInfoSupport;
import org.jspecify.annotations.Nullable;

/**
 * Shows a record as the attributes of a bean. It can't be changed, and has no operations. Attributes that are asked for together come
 * from one record. What fails is told by its text, for a client may not know the classes.
 */
final class RecordBean implements DynamicMBean {
    private static final Descriptor MXBEAN = new ImmutableDescriptor("mxbean=true", "immutableInfo=true");

    private final Map<String, RecordShape.Field> fields = new LinkedHashMap<>();
    private final Supplier<?> record;
    private final MBeanInfo info;

    /**
     * Makes a bean.
     *
     * @param shape of the record
     * @param record takes one
     */
    RecordBean(RecordShape shape, String description, Supplier<?> record) {
        this.record = record;
        for (RecordShape.Field field : shape.fields()) {
            fields.put(attribute(field.name()), field);
        }
        OpenMBeanAttributeInfo[] attributes = fields.entrySet().stream()
                .map(entry -> attribute(shape, entry.getKey(), entry.getValue()))
                .toArray(OpenMBeanAttributeInfo[]::new);
        info = new OpenMBeanInfoSupport(RecordBean.class.getName(), description, attributes, null, null, null, MXBEAN);
    }

    private static OpenMBeanAttributeInfo attribute(RecordShape shape, String name, RecordShape.Field field) {
        Descriptor units = field.unit()
                .map(unit -> new ImmutableDescriptor("units=" + unit))
                .orElse(ImmutableDescriptor.EMPTY_DESCRIPTOR);
        return new OpenMBeanAttributeInfoSupport(
                name, field.description(shape.name()), field.mapping().type(), true, false, false, units);
    }

    /** Returns {@code Poisoned} for {@code isPoisoned}. */
    private static String attribute(String field) {
        boolean isFlag = field.startsWith("is") && field.length() > 2 && Character.isUpperCase(field.charAt(2));
        return isFlag ? field.substring(2) : field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException, MBeanException {
        RecordShape.Field field = fields.get(name);
        if (field == null) {
            throw new AttributeNotFoundException("no attribute " + name + " among " + fields.keySet());
        }
        try {
            return field.read(record.get());
        } catch (RuntimeException | LinkageError failure) {
            throw new MBeanException(new IllegalStateException(failure.toString()));
        }
    }

    /** Returns the attributes that there are; none if the part can't be asked, as is the custom of JMX. */
    @Override
    public AttributeList getAttributes(String[] names) {
        var values = new AttributeList();
        try {
            Object taken = record.get();
            for (String name : names) {
                RecordShape.Field field = fields.get(name);
                if (field != null) {
                    values.add(new Attribute(name, field.read(taken)));
                }
            }
        } catch (RuntimeException | LinkageError failure) {
            values.clear();
        }
        return values;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException("nothing can be changed, not " + attribute.getName() + " either");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object @Nullable [] arguments, String @Nullable [] signature)
            throws ReflectionException {
        String types = Arrays.toString(signature);
        throw new ReflectionException(
                new NoSuchMethodException("there are no operations, no " + action + types + " either"));
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return info;
    }
}
