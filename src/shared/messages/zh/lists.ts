import type { Sentences } from '../translator.ts'

/** In Chinese: templates that hold nothing but values and what joins them. */
export const lists: Sentences = {
  '{0}.': '{0}。',
  '{0}: {1}': '{0}：{1}',
  '“{0}” {1}': '“{0}”{1}',
  '“{0}”: {1}': '“{0}”：{1}',
  '{0} and {1} more': '{0}，以及另外 {1} 个',
}
