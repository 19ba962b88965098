import type { Translations } from '../translate.ts'

/** Chinese texts: the connection check. */
export const connection: Translations = {
  'Seen: {0}.': '实测：{0}。',
  'No list was found in the answer.': '应答中没有找到列表。',
  'Requested {0} drugs; the response has {1}.': '请求 {0} 种药物，应答中有 {1} 种。',
  'Not checked, because the service did not respond before.': '未检查，因为服务之前没有应答。',
  'HTTP says {0}, the envelope says {1}.': 'HTTP 表示 {0}，外层结构表示 {1}。',
  'Requested something that cannot exist, on purpose.': '有意请求了不可能存在的内容。',
  'The service does not accept the credential.': '服务不接受此凭据。',
  'A redirect, which is not followed, so that the credential never goes elsewhere.':
    '应答是重定向；为避免凭据被送往别处，不会跟随。',
  'The service takes no more requests right now.': '服务目前不再接受请求。',
  'The service failed.': '服务出错。',
  'The answer is empty.': '应答为空。',
  'The answer is not JSON.': '应答不是 JSON。',
  'The service does not list the scopes of the credential.': '服务没有列出凭据的权限范围。',
  'The credential carries no scopes.': '凭据没有权限范围。',
  'The credential carries {0}.': '凭据的权限范围为 {0}。',
  '{0} is the likely one.': '可能需要 {0}。',
  'No scope is documented for this call.': '文档没有为此请求指明权限范围。',
  'The request failed.': '请求失败。',
  'Pathclock does not know this word, so it checks samples with it again.':
    'Pathclock 不认识此状态：会再次检查处于该状态的样本。',
  'Some answers show {0} instead.': '有些应答则为 {0}。',
  'The register has no sample of this service yet.': '登记表中还没有此服务的样本。',
  'Each page names the next one, which is followed.': '每页都给出下一页，并按其读取。',
  'Only placing an order twice would show it, so it is not tried. An order whose answer is lost is shown and never sent again by itself.':
    '只有重复下单才能得知，因此不尝试。应答丢失的订单会显示出来，绝不会自动重发。',
  'Set for this profile.': '已为此配置设定。',
  'Learned from the service; the profile has {0}.': '从服务得知；配置中为 {0}。',
  '{0} s ahead of that of the service': '比服务的时钟快 {0} 秒',
  '{0} s behind that of the service': '比服务的时钟慢 {0} 秒',
  "This computer's clock is {0}. Set it by a time server: sign-ins may end early, and times of orders will not fit.":
    '本机时钟{0}。请通过时间服务器校准：否则登录可能提前失效，订单时间也会不符。',
  'The search found no drug to check.': '搜索没有找到可检查的药物。',
  'The register has no finished sample yet.': '登记表中还没有已完成的样本。',
  'Named by the metadata at {0}.': '由 {0} 的元数据给出。',
}
