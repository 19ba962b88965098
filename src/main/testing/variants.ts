import { variantNames } from '../../shared/domain/app/referenceService.ts'

/** Every single variant of the reference service, none, and three mixtures of many. */
export const variants: readonly string[] = [
  'default',
  ...variantNames,
  'camel-case+code-zero+error-in-200+base-v1+unknown-states',
  'bare-arrays+problem-json+pdf-reports+no-idempotency+enveloped-oauth',
  'other-envelope+error-in-200+code-zero',
]

/** The findings that the connection check must have for a service in the documented form. */
const documented: Record<string, string> = {
  base_path: '/api/v1',
  envelope: 'code+data',
  success_code: '200',
  list_shape: 'data.items',
  paging: 'limit+total',
  report_format: 'application/json',
  state_words: 'known',
  rate_limit_headers: 'none',
  clock: 'in-step',
}

/** The other variants cannot be seen in responses, or change nothing that a dialect can set. */
const differences: Record<string, Record<string, string>> = {
  'bare-arrays': { list_shape: 'array', paging: 'limit' },
  'code-zero': { success_code: '0' },
  'base-v1': { base_path: '/v1' },
  'pdf-reports': { report_format: 'application/pdf' },
  'unknown-states': { state_words: 'Sequencing' },
  'other-envelope': { envelope: 'status_code+result', list_shape: 'result.items' },
  'own-code': { success_code: '20000' },
  'cursor-pages': { paging: 'next' },
  'zero-pages': { paging: 'page_from_0' },
  'offset-pages': { paging: 'offset' },
}

/** The name of each finding -> its value, all of them read in responses. */
export function expectedOf(variant: string): Record<string, string> {
  const names = variant.split('+')
  return Object.assign({}, documented, ...names.map((name) => differences[name]))
}

type Finding = { name: string; value: string; how: string }

/** A sentence for every finding that is not as expected. */
export function wrongFindings(findings: readonly Finding[], expected: Record<string, string>): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = findings.find((finding) => finding.name === name)
    const right = found?.value === value && found.how === 'probed'
    return right ? [] : [`${name} is ${value}, found: ${found ? `${found.value} (${found.how})` : 'nothing'}`]
  })
}
