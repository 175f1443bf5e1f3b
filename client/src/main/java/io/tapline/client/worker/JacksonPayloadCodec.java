package io.tapline.client.worker;

import io.tapline.client.http.WireJson;
import java.lang.reflect.Type;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** A mapper that refuses values which Jackson would convert with a loss. */
final class JacksonPayloadCodec implements PayloadCodec {

  static final PayloadCodec STRICT = new JacksonPayloadCodec(JsonMapper.shared());

  private final JsonMapper mapper;

  JacksonPayloadCodec(JsonMapper base) {
    mapper =
        base.rebuild()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .disable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                LogicalType.Textual,
                text -> {
                  for (var shape :
                      List.of(
                          CoercionInputShape.Integer,
                          CoercionInputShape.Float,
                          CoercionInputShape.Boolean)) {
                    text.setCoercion(shape, CoercionAction.Fail);
                  }
                })
            .build();
  }

  @Override
  public Object decode(JsonNode payload, Type type) {
    try {
      return mapper.treeToValue(payload, mapper.constructType(type));
    } catch (JacksonException e) {
      throw refusal(e);
    }
  }

  @Override
  public JsonNode encode(Object value) {
    try {
      return value == null ? null : WireJson.tree(mapper, value);
    } catch (JacksonException e) {
      throw refusal(e);
    }
  }

  private static PayloadException refusal(JacksonException e) {
    return new PayloadException(path(e) + ": " + e.getOriginalMessage(), e);
  }

  /** The place of the invalid value, such as {@code plates[2].volume}. */
  private static String path(JacksonException e) {
    var path = new StringBuilder();
    for (var step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.isEmpty() ? "payload" : path.toString();
  }
}
