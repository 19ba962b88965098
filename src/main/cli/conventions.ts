import {
  type ConventionSettings,
  conventionNames,
  conventionSettingsSchema,
  parseConvention,
} from '../../shared/domain/convention.ts'
import { UsageError } from './endings.ts'

const names: readonly string[] = conventionNames

/** What `--convention name=value` says, each checked as in the settings. Throws `UsageError` that names what is wrong. */
export function parseConventions(texts: readonly string[]): ConventionSettings {
  const given = texts.map((text): [string, unknown] => {
    const at = text.indexOf('=')
    if (at < 1)
      throw new UsageError(`--convention must be NAME=VALUE, not "${text}". Names: ${names.join(', ')}.`)
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  })
  const settings: Record<string, unknown> = {}
  for (const [name, value] of given) {
    if (!names.includes(name))
      throw new UsageError(`--convention knows no "${name}". Names: ${names.join(', ')}.`)
    if (name in settings) throw new UsageError(`--convention ${name} is given twice.`)
    settings[name] = toValue(name, String(value))
  }
  const parsed = conventionSettingsSchema.safeParse(settings)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UsageError(`--convention ${issue?.path.join('.')}: ${issue?.message}.`)
}

function toValue(name: string, text: string): unknown {
  try {
    return parseConvention(name, text)
  } catch {
    const example = name === 'order_fields' ? '{"sample_name":"name"}' : '{"Released":"succeeded"}'
    throw new UsageError(`--convention ${name} must be JSON, such as ${example}, or pairs such as a=b,c=d.`)
  }
}
