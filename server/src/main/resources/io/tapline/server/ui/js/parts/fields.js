// Fields of forms: their display, and the conversion of input to JSON.
import { html, nothing } from "../lit.js";

/**
 * A field: { name, label, type, required, value, help, options, whole, min, max, step }.
 * Types: text, area, number, flag, choice, time, list (one per line), json.
 */
export function fieldView(field, problem) {
  const id = `field-${field.name}`;
  const about = field.help || problem ? `${id}-about` : nothing;
  const inner = {
    flag: flagInput,
    choice: choiceInput,
    area: areaInput,
    list: areaInput,
    json: areaInput,
  }[field.type] ?? plainInput;
  const wide = field.whole ?? ["area", "list", "json"].includes(field.type);
  return html`<div class="field ${wide ? "whole" : ""}">
    ${field.type === "flag" ? nothing : html`<label for=${id}>${field.label}${field.required ? "" : html` <span class="muted">(optional)</span>`}</label>`}
    ${inner(field, id, about, problem)}
    ${about === nothing ? nothing : html`<span class="help" id=${about}>${problem ? html`<strong class="red">${problem}</strong> ` : nothing}${field.help ?? nothing}</span>`}
  </div>`;
}

const invalid = (problem) => (problem ? "true" : nothing);

function plainInput(field, id, about, problem) {
  const type = { number: "number", time: "datetime-local" }[field.type] ?? "text";
  return html`<input class="input" id=${id} name=${field.name} type=${type} autocomplete="off"
    .value=${shown(field)} min=${field.min ?? nothing} max=${field.max ?? nothing} step=${field.step ?? nothing}
    list=${field.suggestions ? `${id}-list` : nothing}
    aria-required=${field.required ? "true" : nothing} aria-invalid=${invalid(problem)} aria-describedby=${about}>
    ${field.suggestions
      ? html`<datalist id="${id}-list">${field.suggestions.map((text) => html`<option value=${text}></option>`)}</datalist>`
      : nothing}`;
}

function areaInput(field, id, about, problem) {
  return html`<textarea class="input ${field.type === "json" ? "mono" : ""}" id=${id} name=${field.name}
    aria-required=${field.required ? "true" : nothing} aria-invalid=${invalid(problem)} aria-describedby=${about}
    .value=${shown(field)}></textarea>`;
}

function choiceInput(field, id, about, problem) {
  return html`<select class="input" id=${id} name=${field.name} aria-invalid=${invalid(problem)} aria-describedby=${about}>
    ${field.required && field.value ? nothing : html`<option value="">–</option>`}
    ${field.options.map((option) => {
      const [value, text] = Array.isArray(option) ? option : [option, option];
      return html`<option value=${value} ?selected=${value === field.value}>${text}</option>`;
    })}
  </select>`;
}

function flagInput(field, id, about) {
  return html`<label class="check"><input type="checkbox" id=${id} name=${field.name} ?checked=${field.value === true}
    aria-describedby=${about}> ${field.label}</label>`;
}

function shown(field) {
  if (field.value == null) return "";
  if (field.type === "list") return field.value.join("\n");
  if (field.type === "json") return JSON.stringify(field.value, null, 2);
  if (field.type === "time") return localText(field.value);
  return String(field.value);
}

function localText(iso) {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The values of the form without empty ones, and the errors by field. */
export function readFields(fields, form) {
  const values = {};
  const problems = {};
  for (const field of fields) {
    const input = form.elements[field.name];
    try {
      const value = parse(field, input);
      if (value !== undefined) {
        values[field.name] = value;
      } else if (field.required) {
        problems[field.name] = "This field is required.";
      }
    } catch (error) {
      problems[field.name] = error.message;
    }
  }
  return { values, problems };
}

function parse(field, input) {
  if (field.type === "flag") {
    // An unchanged field is not sent.
    return input.checked === (field.value === true) && !field.always ? undefined : input.checked;
  }
  const text = input.value.trim();
  if (field.type === "list") {
    const list = text ? text.split(/\s*[\n,]\s*/) : [];
    return list.length || field.value?.length ? list : undefined;
  }
  if (!text) {
    return undefined;
  }
  if (field.type === "number") {
    if (Number.isNaN(Number(text))) throw new Error("Enter a number.");
    return Number(text);
  }
  if (field.type === "time") {
    return new Date(text).toISOString();
  }
  if (field.type === "json") {
    try {
      return JSON.parse(text);
    } catch {
      throw new Error("Enter valid JSON.");
    }
  }
  return text;
}
