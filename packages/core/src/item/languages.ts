import { parseLanguage } from '../persistent-url/language.ts';

/**
 * The languages of ISO 639-3 that have no code of two letters. A word stands for all the codes that begin with its first
 * two letters: `kgpq` for kgp and kgq.
 */
const CODES = `
  aaabcdefghiklnopqstuwxz ababcdefghijlmnopqrstuvwxyz acabdefhiklmnpqrstuvwxyz adabdefghijlnoqrstuwxyz
  aeabcdeklmnqrsuwyz afbdeghiknopstuz agabcdefghijklmnoqrstuvwxyz ahabghiklmnoprst aiabcdefghijklmnopqrtwxy
  ajaginptuwz akbcdefghijklmopqrstuvwxyz alacdefhijklmnopqrstuwxyz amabcefgijklmnopqrstuvwxyz
  anabcdefghijklmnopqrstuvwxyz aoabcdefgijklmnrstuxz apbcdefghijklmnopqrstuvwxyz aqcdgmnprtz arbcdehijklnopqrsuvwxyz
  asabcefghijklnopqrstuvwxyz atabcdegijklmnopqrstuvwxyz auabcdghijklmnopqrtuwxyz avbdiklmnostuv
  awabceghikmnorstuvwxy axbegklmx ayabcdeghiklnopqrstuz azabdgjmnotz baabcefghjlnoprsuvwxy
  bbabcdefghijklmnopqrstuvwxy bcabcdefghijklmnopqrstuvwyz bdabcdefghijklmnopqrstuvwxyz beabcdefghijkmopqstuvwxyz
  bfabcdefghijklmnopqrstuwxyz bgabcdefgijklnopqrstuvwxyz bhabcdefghijlmnopqrstuvwxyz biabcdefgjklmnopqrtuvwxyz
  bjabcefghijklmnoprstuvwxyz bkacdfghijklmnopqrstuvwxyz blabcdefghijklmnopqrstvwxyz bmabcdefghijklmnopqrstuvwxz
  bnabcdefgijklmnopqrsuvwxyz boabefghijklmnopqrtuvwxyz bpadghijklmnopqrstuvwxyz bqabcdfghijklmnopqrstuvwxyz
  brabcdfghijklmnopqrstuvwxyz bsabcefghijklmnopqrstuvwxy btacdefghijmnopqrstuvwxyz buabcdefghijkmnopqstuvwxyz
  bvabcdefghijklmnopqrtuvwxyz bwabcdefghijklmnopqrstuwxyz bxabcdefghijklmnopqrsuvwz byabcdefghijklmnopqrstvwxz
  bzabcdefghijklmnopqrstuvwxyz caabcdefghjklmnopqrsvwxyz cbbcdgijklnoqrstuvwy cccdeghjlmopr cdaefhijmnorsyz
  ceabgknty cfadgm cgacgk chbcdfghjklmnopqrtwxyz ciabcdehkmnprwy cjaehikmnopsvy ckbhlmnoqrstuvxyz clacdehijklmotuwy
  cmaegilmnorst cnabcghikloprstuwx coabcdefghjklmnopqtuvwxz cpabcginosuxy cqd crabcdfghijklmnoqrstvwxyz
  csabcdefghijklmnopqrstvwyz ctacdeghlmnopstuz cuabcghijklopqrtuvwxy cvgn cwabdegt cyabo czhknot
  daacdeghijklmoqrsuvwxz dbabdefgijlmnopqrtuvwy dccr ddadegijnorsw decdefghiklmnpqrsvz dgabcdeghiklnorstwxz
  dhdgilmnorsuvwx diabcdfghijklmnopqrsuwxyz djabcdefijkmnoruw dkakrsx dlgkmn dmabcdefgklmorsuvwxy dnadegijknortuvwy
  doabcefhiklnopqrstvwxyz dpp drbcdegilnoqstuy dsbehilnoq dtabdhikmnoprstuy duabcefghiklmnopqrsuvwxyz dva dwakrsuwyz
  dyabdgimnouy dzaegln eaa ebcgkoru ecrsy eee efaei egaloy ehu eiptv eja ekaegiklmopry elehikmoux emabegikmnpsuwxy
  enabcdfhlmnoqruvwx eot epi eraghikorstw eseghiklmnoqsuy etbchnorstuxz evehn ewo ext eyao ezae
  faabdfghijklmnprtuxyz fbl fcs fer ffim fgr fiaeflprtw fkkv flahilnry fmpu fnbgi fodimnrs fpe fqs frcdkmopqrst
  fsels fubcdefhijmnqrtuvy fvr fwae gaabcdefghijklmnopqrstuwxyz gbabdefghijklmnopqrsuvwxyz gccdeflnrt
  gdabcdefghijklmnoqrstux geabcdfghijklqsvwxyz gfkt ggabdegkltuw ghacehklnorst giabcdeghlmnpqrstuwxyz gjikmnru
  gkadenopu glcdhjkloruwy gmabdghlmnruvxyz gnabcdeghijklmnoqrtuwz goabcdefghijklmnopqrstuwxyz gpaen gqainru
  grabcdghijmoqrstuvwxyz gseglmnopsw gtau guabcdefghiklmnopqrstuwxz gvacefjlmnoprsy gwabcdefgijmnrtuwx gxx
  gyabdefgilmnory gzain haabcdefghijklmnopqrsvwxyz hbabnou hcah hdnsy headghim hgmw hhiry hiabdfghijklortwx hji
  hkaekns hlabdetu hmabcdefghijklmnpqrstuvwyz hnadeghijnosu hoabcdehijlmoprstvwyz hpos hracekmoptuwxz hsbhlns
  htiosux hubcdefghijklmopqrstuvwxyz hvceknv hwaco hyaw iainr ibabdeghlmnruy icahlr idabcdeirstu ifabefkmuy
  igbeglmnosw ihbipw iin ijcejns ikeikloprstvwxz ilabgikmopsuv imailnorsy inbghjlmnopstz ioruw ipio iquw irehiknruxy
  isacdeghikmnortu itbdeiklmorstvwxyz ium ivbv iwkmos ixcl iyaox izhrz jaabcdefhjklmnoqstuxyz jbeijknortuw jcst
  jdagt jebehiklnrtu jgbeko jhis jiabcdeghilmoqtuvy jjer jkamopru jles jmabcdilnrswx jnadgijls jobdgrsw jpar jqr
  jrabrtu jsl juabcdhiklmnoprstuwy jvdn jwi jyaey kaabcdefghijkmopqvwxy kbabcdeghijklmnopqrstuvwxyz
  kcabcdefghijklmnopqrstuvwxyz kdacdefghijklmnpqrtuwxyz keabcdefghijklmnopqrstuvwxyz kfabcdefghijklmnopqrstuvwxyz
  kgabefgijklmnopqrstuvwxy khabcdefghjklnopqrstuvwxyz kiabcdefghijlmopqstuvwxyz kjabcdeghijklmnopqrstuvxyz
  kkabcdefghijklmnopqrstuvwxyz klabcdefghijklmnopqrstuvwxyz kmabcdefghijklmnopqrstuvwxyz knabcdefgijklmnopqrstuvwxyz
  koacdefghiklopqstuvwyz kpabcdefghijklmnoqrstuvwxyz kqabcdefghijklmnopqrstuvwxyz krabcdefhijklnprstuvwxyz
  ksabcdefghijklmnopqrstuvwxyz ktabcdefghijklmnopqstuvwxyz kubcdefghijklmnopqstuvwxyz kvabcdefghijklmnopqrtuvwxyz
  kwabcdefghijklmnoprstuvwxyz kxabcdfhijkmnopqrstvwxyz kyabcdefghijklmnopqrstuvwxyz kzabcdefgiklmnopqrsuvwxyz
  laabcdefghijklmnpqrsuwxyz lbbcefgijklmnoqrstuvwxyz lccdefhlmpqs ldabdghijklmnopq leabcdefhijklmnopqrstuvwxyz lfan
  lgabghiklmnqrtuz lhahilmnpstu liabcdefghjklopqrsuvwxyz ljaeilpwx lkabcdehijlmnorstuy llabcdefghijklmnpqsux
  lmabcdefghijklnopqruvwxy lnabdghijlmnosuwz loabcefghijklmnopqrstuvwxyz lpaenox lracegiklmnortvz lsadehilmnoprstvy
  ltcghinosu luacdefijklmnopqrstuvwyz lvaiksu lwaeghlmostuw lyagn lzhlnz maabdefgijkmnqstuvwxz
  mbabcdefhijklmnopqrstuvwxyz mcabcdefghijklmnopqrstuvwxyz mdabcdefghijklmnpqrstuvwxyz meabcdefhijklmnopqrstuvwyz
  mfabcdefghijklmnopqrstuvwxyz mgabcdefghijklmnopqrstuvwyz mhabcdefgijklmnopqrstuwxyz miabcdefghijklmnopqrtuwxyz
  mjbcdeghijklmnopqrstuvwxyz mkabcefgijklmnopqrstuvwxyz mlabcefhijklmnopqrsuvwxz mmabcdefghijklmnopqrtuvwxyz
  mnabcdefghijklmnpqrsuvwxyz moacdeghijkmopqrstuvwxyz mpabcdeghijklmnopqrstuvwxyz mqabcefghijklmnopqrstuvwxyz
  mrabcdefghjklmnopqrstuvwxyz msbcdefghijklmnopqrsuvwxyz mtabcdefghijklmnopqrstuvwxy muabcdeghijkmopqrstuvxyz
  mvabdefghiklmnopqrstuvwxyz mwabcefghiklmnopqrstuvwz mxabcdefghijklmnopqrstuvwxyz mybcefghjklmoprsuvwxyz
  mzabcdeghijklmnopqrstuvwxyz naabcefgjklmnopqrstwxyz nbabcdeghijkmnopqrstuvwy ncabcdefghijklmnoqrstuxz
  ndabcdfghijklmnpqrstuvwxyz neabcdefghijkmnoqrstuvwxyz nfadlru ngabcdeghijklmnopqrstuvwxyz
  nhabcdefghikmnopqrtuvwxyz niabdefghijklmnoqrstuvwxyz njabdhijlmnorstuxyz nkabcdefghijkmnopqrstuvwxz
  nlacegijklmoquvwxyz nmabcdefghijklmnopqrstuvwxyz nnabcdefghijklmnpqrtuvwyz noacdefghijklmnpqstuvwyz npabghilnosuxy
  nqgklmnoqy nrabcefgiklmnprtuxz nsabcdefghiklmnopqrstuvwxyz ntdegijkmopruwxyz nuacdefghijklmnopqrstuvwxyz nvhmo
  nwabcegimorxy nxadegiklmnoqrx nybcdefghijklmnopqrstuvwxy nzabdikmsuyz oaacrv obiklmortu ocahou odaktu ofosu
  ogbcegou ohtu oian ojbcgpsvw okabdeghijklmnorsuvx oladekmortu omabcgiklnoprtuwx onabegijknoprstuwx oodgnrs
  opakmoty oraceghnorstuvwxyz osacioptux otabdeiklmnqrstuwxyz ouabeim ovd owil oybdmy ozm pabcdefghiklmopqrstuvwxyz
  pbbcefghilmnoprstuvy pcabcdefghijklmnpw pdacinotu peabdefghijklmopqsvxyz pfael pgadgiklnsuz phadghklmnoqrtuvw
  piabcdefghijlmnoprstuvwxyz pjt pkabcghnoprstu plabcdeghjklnoqrstuvwyz pmabdefhijklmnoqrstwxyz
  pnabcdeghijklmnopqrstuvwxyz pocefghikmnopqstvwxy ppeiklmnopqstu pqam prcdefghiklmnopqrstuwxz psacdeghilmnopqrstuwy
  ptahinopqrtuvwy puabcdefgijmopqrtuwxy pwabgimnorw pxm pyemnsuxy pzn quabcdfghiklmnpqrsvwxyz qvacehijlmnopswyz
  qwachmst qxachlnopqrstuw qyap raabcdfghijklmnopqrstuvwxyz rbbklp rcf rdb reabegijlmnrsty rgaeknrsu rhgp riaflmnrtu
  rjgis rkabhimtw rmabcdefghiklmnopqstuvwxyz rndglnprw robcdefglmopruw rpnt rriot rsblm rtchmsw rubcefghikopqtuyz
  rwakmor rxdw rynsu rzh saabcdefhjkmoqrstuvwxyz sbabcdefghijklmnopqrstuvwxyz scbefghiklnopqstuvwx
  sdabcefghjklnopqrstuxz seabcdefghijklnopqrstuvwyz sfbemsw sgabcdeghijkmprstuwxyz shabcdeghijklmnopqrstuvwxyz
  siabdefghijklmpqrsuvwxyz sjabdegklmnoprstuw skabcdefghijmnopqrstuvwxyz slcdefghijlmnpqrstuwxyz
  smabcdfghjklmnpqrstuvwxyz snbcefgijklmnopqrsuvwxyz soabcdeghijklopqrsuvwxyz spbcdegiklmnopqrstuvxy sqahkmnoqrstu
  srabcefghiklmnoqrstuvwxyz ssbcdefghijklmnopqrstuvxyz stabdefghijklmnopqrstuvwy suabcegijkqrstvwxyz svabcekmsx
  swbcfghijklmnopqrstuvwxy sxbcegklmnorsuw syabciklmnorswxy szabcdeglnpsvwy taabcdefgjklnopqrsuvwxyz
  tbacdefghijklmnoprstuvwxyz tcabcdefghiklmnopqstuwxyz tdabcdefghijklmnoqrstvxy teabcdefghikmnopqrstuvwxyz tfinort
  tgabcdefhijnopqrstuvwxyz thdefhiklmnpqrstuvyz tiacfghijklmnopqstuvwxyz tjagijlmnopsuw tkabdefglmnpqrstuvwxz
  tlabcdfghijklmnopqrstuvxy tmabcdefghijklmnoqrstuvwyz tnabcdghiklmnopqrstuvwxyz tobcdfghijlmopqrsuvwxyz
  tpacefgijklmnopqrtuvwxyz tqblmnopqrtuw trabcdefghijlmnopqrstuvwxyz tsabcdeghijklmpqrstuvwxyz
  ttabcdefghijklmnopqrstuvwyz tuabcdefghijlmnoqsuvxyz tvadeklmnostuwxy twabcdefghlmnopqrtuwxy txabceghijmnoqrstuxy
  tyaehijlnprstuvxz tzahjlmnox uamnr ubailruy udaegijlmu ues ufi ugabenoy uhan uisv uji ukaghiklpqsuvwy
  ulabcefiklmnuw umabcdgimnoprsu unaegkmnruxz upiv urabcefghiklmnoprtuvwxyz usahikpsu utaehpru uumnru uvehl uwa uya
  uzns vaaefghijlmnoprsuvy vbbk vecdlmopr vgrt vicdfglnstv vkaijklmoptu vlps vmabcdefghijklmpqrsuvwxyz vnkmp vort
  vraost vsilv vto vumnt vwa waabcdefghijlmnopqrstuvwxyz wbabefhijklmpqrstvw wcai wddgjkuy weacdghimoprstuw wfg
  wgabgiouy whagku wibcefghijklmnruvy wjai wkabdlruwy wlaceghiklmorsuvwxy wmabcdehimnostwx wnbcdegikmnopuwy
  woabcdefgikmnorswy wpc wrabdghiklmnoprsuvwxyz wsagikrsuv wtfhikmw wuabdhlmnrtuvxy wwaborw wxaw wyabimry
  xaabcdegijklmnopqrstuvwy xbbcdegijmnoprwy xcbceghlmnortuvwy xdackmoy xebdglmprstu xfa xgabdfgilmruw xhacdertuv
  xibilnrsvy xjbt xkabcdefgijklnopqrstuvwxyz xlabcdeginopsuy xmabcdefghjklmnopqrstuvwxyz xnabghikmnorstuyz
  xocdgikmnoprw xpabcdefghijklmnopqrstuvwxyz xqat xrabdegimnrtuw xsabcdehijlmnopqrsuvy xtabcdeghijlmnopqrstuvwy
  xuabdgjlmnoprtu xveinos xwacdegjklortw xxbkmrt xyabjklty xzhmp yaabcdefghijklmnopqrstuvwxyz ybabehijklmnoxy ychlnp
  ydadegk yeaceijlrstuvy ygailmprsuw yhadls yiafghijklmnpqrstuvxz ykagiklmnortuy ylabegilmnoruy ymbcdeghiklmnopqrsxz
  ynadegklnoqsu yobgiklmntxy ypabghmnopz yrabeklmnoswy yscdglnoprsy ytalpwy yuabcdefgijklmnpqrtwxyz yvat ywaglnqrtuw
  yxaglmuy yyruz yzgk zaabcdefghijklmopqrstuvwxyz zbaceltw zcah zdj zeaghn zgabhmnr zhbdinw ziabklmnwz
  zkabdghknoprtuvz zljmnq zmabcdefghijklmnopqrstuvwxyz znaegks zochmoqrs zpabcdefghijklmnopqrstuvwxyz zqe zragnops
  zsaklmru zteglmnpqstuxy zuahmny zwa zybgjnp zzaj`;

let known: ReadonlySet<string> | undefined;

/** Most programs never ask, so the list is read when somebody does. */
const hasThreeLetters = (code: string): boolean => {
  known ??= new Set(
    CODES.split(/\s+/).flatMap((word) => [...word.slice(2)].map((third) => `${word.slice(0, 2)}${third}`)),
  );
  return known.has(code);
};

const TAG = /^([A-Za-z]{2,3})(?:-([A-Za-z]{2}))?$/;

/**
 * Reads a language of RTC-11 Table B.1, or one of ISO 639-3 that has no code of two letters, with or without a country,
 * in any letter case: `pt`, `pt-BR`, `yrl`. Returns undefined for anything else.
 */
export const readLanguage = (text: string): string | undefined => {
  const [, code = '', country] = TAG.exec(text) ?? [];
  const language = code.toLowerCase();
  const place = country === undefined ? '' : `-${country.toUpperCase()}`;
  const isKnown = language.length === 2 ? parseLanguage(language).ok : hasThreeLetters(language);
  // The countries are the same after every language.
  return isKnown && parseLanguage(`pt${place}`).ok ? `${language}${place}` : undefined;
};

/** The language as the protocol can name it, whose grammar has two letters; undefined if it cannot. */
export const protocolLanguage = (language: string | undefined): string | undefined =>
  language !== undefined && parseLanguage(language).ok ? language : undefined;
