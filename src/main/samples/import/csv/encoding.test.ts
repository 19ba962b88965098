import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { createDecoder, guessEncoding } from './encoding.ts'

const read = async (text: string, encoding: string) => {
  const bytes = iconv.encode(text, encoding)
  const guess = await guessEncoding(bytes, bytes, false)
  return { text: iconv.decode(bytes, guess.encoding), sure: guess.sure, encoding: guess.encoding }
}

describe('a short sheet without a mark', () => {
  it.each([
    ['one word', 'windows-1252', 'sample,tissue\nA-3,Müller\n'],
    ['German', 'windows-1252', 'Probe;Straße\n1;Große Straße\n2;Gänßfüßchen\n'],
    ['German in capitals', 'windows-1252', 'ID;GRÖSSE;ÄÖÜ\n1;ÄÖÜ;MÄßÜ\n'],
    ['French', 'windows-1252', 'id,note\n1,prélevé à l’hôpital\n2,déjà reçu\n3,cœur\n'],
    ['Spanish', 'windows-1252', 'id,donante\n1,Muñoz\n2,Ibáñez\n3,José\n'],
    ['Swedish', 'windows-1252', 'id;namn\n1;Åsa\n2;Östen\n3;Björk\n'],
    ['Portuguese', 'windows-1252', 'id,nome\n1,João\n2,Conceição\n'],
    ['units', 'windows-1252', 'id,dose\n1,5 µg\n2,37 °C\n3,±5\n4,2 cm³\n'],
    ['curly quotes', 'windows-1252', 'id,note\n1,“frozen”\n2,it’s – fine\n'],
    ['one apostrophe', 'windows-1252', 'id,note\n1,it’s\n'],
    ['Czech', 'windows-1250', 'id,jméno\n1,Dvořák\n2,Černý\n3,Růžička\n'],
    ['Russian', 'windows-1251', 'id,ткань\n1,печень\n2,кожа\n3,почка\n4,кровь\n'],
    ['Russian in capitals', 'windows-1251', 'id,name,tissue\n1,ИВАНОВ ИВАН,ПЕЧЕНЬ\n2,ПЕТРОВА АННА,КРОВЬ\n'],
    ['Russian of Unix', 'koi8-r', 'id,ткань\n1,печень\n2,кожа\n3,почка\n4,кровь\n'],
    ['Polish', 'windows-1250', 'id,name,tissue\n1,Łukasz Żółć,wątroba\n2,Małgorzata Święch,krew\n'],
    ['Polish of Unix', 'iso-8859-2', 'id,name,tissue\n1,Łukasz Żółć,wątroba\n2,Małgorzata Święch,krew\n'],
    ['Chinese', 'gb18030', '样本,组织\nA1,肝\n'],
    ['one Chinese sign', 'gb18030', 'sample,sex\nA,男\nB,女\n'],
    ['rare Chinese names', 'gb18030', 'sample,sex,姓名\nA,男,王鑫\nB,女,李玥\nC,男,张喆\n'],
    ['Japanese', 'shift_jis', '検体,組織\nA1,肝臓\nA2,皮膚\n'],
    ['Japanese in kana', 'shift_jis', 'サンプル,性別\nS1,男\n'],
    ['kana of half width', 'shift_jis', 'id,備考\n1,ｻﾝﾌﾟﾙ\n2,東京のラボ\n'],
    ['one Japanese sign', 'shift_jis', 'sample,sex\nA,男\nB,男\n'],
    ['Japanese of Unix', 'euc-jp', 'サンプル,性別,年齢\nS1,男,34\n'],
    ['Korean', 'euc-kr', '시료 번호,나이,성별\n하나,서른,여성\n둘,마흔,남성\n'],
    ['German of a Mac', 'macintosh', 'Probe;Gewebe\n1;Müller Präparat\n2;Größe\n'],
    ['French of a Mac', 'macintosh', 'id,note\n1,prélevé à l’hôpital\n2,déjà reçu\n'],
    ['one word of a Mac', 'macintosh', 'sample,tissue\nA-3,Müller\n'],
    ['German of DOS', 'cp850', 'Probe;Straße\n1;Große Straße\n2;Gänßfüßchen\n'],
    ['Spanish of DOS', 'cp850', 'id,donante\n1,Muñoz\n2,Ibáñez\n3,José\n'],
    ['one word of DOS', 'cp850', 'sample,tissue\nA-3,Müller\n'],
    ['Chinese of Taiwan', 'big5', '樣本,組織\nA1,肝臟\nA2,皮膚\nA3,血液\n'],
  ])('is read right, and the guess reported as one (%s)', async (_, encoding, text) => {
    expect(await read(text, encoding)).toMatchObject({ text, sure: false })
  })

  it('tells the other encoding where that is about as likely', async () => {
    const bytes = iconv.encode('id,donante\n1,Muñoz\n2,Ibáñez\n3,José\n4,Peña\n', 'windows-1252')
    expect(await guessEncoding(bytes, bytes, false)).toMatchObject({ other: 'windows-1250', sure: false })
  })

  it('decodes Japanese mail correctly, though all its bytes are ASCII, and reports a guess', async () => {
    const bytes = Buffer.from('id,tissue\nA1,\x1b$B4NB!\x1b(B\n', 'latin1')
    expect(await guessEncoding(bytes, bytes, true)).toMatchObject({ encoding: 'iso-2022-jp', sure: false })
    expect((await createDecoder('iso-2022-jp')).push(bytes)).toBe('id,tissue\nA1,肝臓\n')
  })

  it('does not detect UTF-16 from a few stray zeros, and is unsure of UTF-16 text with few zeros', async () => {
    const strays = Buffer.from('sample,age\nA1\0,3\nB\0,55\nC,7\n')
    expect(await guessEncoding(strays, strays, true)).toMatchObject({ encoding: 'utf-8' })
    const chinese = Buffer.from('样本编号,组织名称\n甲组样本,肝脏组织\n乙组样本,皮肤组织\n', 'utf16le')
    expect(await guessEncoding(chinese, chinese, false)).toMatchObject({ encoding: 'utf-16le', sure: false })
    const latin = Buffer.from('id,age\nA,1\n', 'utf16le')
    expect(await guessEncoding(latin, latin, true)).toMatchObject({ encoding: 'utf-16le', sure: true })
  })

  const words = {
    'windows-1252':
      'Müller Jäger Größe süß Körper Öl Niere Präparat José Muñoz Peña niño élève château naïve garçon Noël Åsa Östen Kjær Søren Häme yö São João maçã órgão über 5µM 37°C ±2 30% “ok” it’s – §4 m² ½ Übung Straße ÄÖÜ É',
    gb18030:
      '样本 组织 肝脏 皮肤 血液 男 女 对照 处理 年龄 性别 小鼠 大脑 心脏 备注 无 上海 北京 冷冻 第二批 王鑫 （重复） 未知',
    shift_jis:
      '検体 組織 肝臓 皮膚 血液 男 女 対照 処理 年齢 性別 マウス ラット 脳 心臓 メモ なし 東京 大阪 冷凍 サンプル 不明 ソース 表示',
  }
  it.each(Object.entries(words))('of any few words in %s is read right', async (encoding, all) => {
    const list = all.split(' ')
    const wrong: string[] = []
    let seed = 1
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let file = 0; file < 300; file++) {
      const rows = Array.from(
        { length: 1 + next(6) },
        (_, row) => `S-${row},${list[next(list.length)]},${next(90)}`,
      )
      const text = `sample,tissue,age\n${rows.join('\n')}\n`
      if (/[^\0-\x7F]/.test(text) && (await read(text, encoding)).text !== text) wrong.push(text)
    }
    expect(wrong.length, wrong.slice(0, 9).join('\n')).toBe(0)
  })
})
