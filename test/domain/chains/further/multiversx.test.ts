/** MultiversX: the vectors of its standards, and texts that differ from an address in one respect. */
import { multiversx } from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";
import { toBech32 } from "../../../support/further-addresses/encoders.js";

chainModuleSuite(
  multiversx,
  `
  bech32 erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th
  bech32 ERD1QYU5WTHLDZR8WX5C9UCG8KJAGG0JFS53S8NR3ZPZ3HYPEFSDD8SSYCR6TH erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th
  bech32 erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx
  bech32 erd1k2s324ww2g0yj38qn2ch2jwctdy8mnfxep94q9arncc6xecg3xaq6mjse8
  bech32 erd1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq6gq4hu
  bech32 erd1kv9n9czm8qfmkxurk2ljeklrjfgvdpzvrkh26sypqk3wl3ykjg2qgnnmn9
  address_network term14kzftg8matplecwxzyz4xa0tn34620qq7c0hn30q27dlep25yp4q2uqwdp unknown prefix
  address_network bc19s5gpxvuah8qn8mzue2nl06xhssmh5hmzedf5euprptdqk2dz8jsprjntd prefix bc
  address_network cosmos16zpjpnsr5udypar0xdcs7cm9fuvujv970kej5skz70aqh5gjfmwqr2fvey cosmos
  address_checksum erd1aumx5d5cxyvaw0hkl7307l87e0qxx66mavetapwsry4k7rlmrn8q260fmw checksum of bech32m
  address_length erd1x8ckewrp2747p4lq8h2c5sghmuxt46vgy5hnlueva6zc5q2aw5la4d2w 31 bytes
  address_length erd10x77e5u2m88qhm6wvqhppdp4476dh099pmrrxdcepvmn6004lpyexrzuzse 33 bytes
  address_characters erd1ye5fawtwgqege9wkvyUax94vyk2ld207h47fvddpmrsudnvc7lnqj2r548 mixed case
  address_checksum erdf7maexm7dz0xh4vy0dsa6qn732dms9ttadg9v9rxfqddp6e5f6lqhq5zu9 separator missing
  address_checksum nhp9jx2md8r552zv3racuygtax0rmfwjxuuu7whjfkqjqky63wjqa750qc prefix missing
  address_length erd1vx5tll no data
  address_length erd19dxkm2e5cchul8keqt3z65g8048h7m2pujdq2y 20 bytes
  address_format erd1j0evmhxplj5s9y8h02rw0tq0v5xhlw267mucsket3x0fhyrtlyep97jrd3 padding bits set
  address_characters 0xdaff34fc131bfb2816f85189828992eb6a669885dac57454d07387ee05d9ec33 hex
  address_characters name.elrond a name
  address_other_network bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 an address of bitcoin
`,
  [["more than 90 characters", toBech32("erd", new Uint8Array(60)), "address_length"]],
);
