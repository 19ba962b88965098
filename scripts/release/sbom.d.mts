type Part = { 'bom-ref': string; name: string; version: string; purl: string; scope?: string }
export type Sbom = {
  metadata: { component: { 'bom-ref': string; type: string; name: string } }
  components: Part[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
export function onlyShipped(sbom: Sbom, packages: readonly { name: string; version: string }[]): Sbom
