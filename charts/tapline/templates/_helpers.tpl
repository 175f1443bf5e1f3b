{{- define "tapline.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "tapline.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "tapline.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "tapline.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Containers run as the user of the image, not as root, and write to /var/lib/tapline and /tmp only. */}}
{{- define "tapline.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "tapline.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Settings that the server and the migration share. */}}
{{- define "tapline.serverEnv" -}}
envFrom:
  - secretRef:
      name: {{ required "existingSecret names the Secret with the server's variables: TAPLINE_DATABASE_URL, TAPLINE_TOKENS and so on" .Values.existingSecret }}
env:
  - name: TAPLINE_LOG_FORMAT
    value: json
  {{- with .Values.packs }}
  - name: TAPLINE_PACKS
    value: {{ join "," . | quote }}
  {{- end }}
  {{- if .Values.metrics.enabled }}
  - name: TAPLINE_METRICS_ADDRESS
    value: "0.0.0.0:{{ .Values.metrics.port }}"
  {{- end }}
  {{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- end }}

{{- define "tapline.folders" -}}
- name: data
  mountPath: /var/lib/tapline
- name: tmp
  mountPath: /tmp
{{- end }}
